package dev.eddyline.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Input lines of replays. */
final class InputLineFixtures {

  private InputLineFixtures() {}

  /** The same failure each time. */
  static String failure(String task, String at) {
    return "{\"taskId\":\"%s\",\"type\":\"failure_reported\",\"message\":\"boom\",\"occurredAt\":\"%s\"}"
        .formatted(task, at);
  }

  /** The same failure, at the time of the task's previous event. */
  static String failure(String task) {
    return "{\"taskId\":\"%s\",\"type\":\"failure_reported\",\"message\":\"boom\"}".formatted(task);
  }

  /** A request to another agent. */
  static String request(String text) {
    return "{\"taskId\":\"T1\",\"type\":\"collaboration_requested\",\"toAgent\":\"reviewer\",\"request\":\"%s\"}"
        .formatted(text);
  }

  /** A decision about a gate. */
  static String decision(String task, String gateId) {
    return ("{\"taskId\":\"%s\",\"type\":\"human_intervened\",\"gateId\":\"%s\","
            + "\"decision\":\"approve\",\"guidance\":\"go on\",\"by\":\"ann\"}")
        .formatted(task, gateId);
  }

  /** The successful end of a task. */
  static String success(String task) {
    return "{\"taskId\":\"%s\",\"type\":\"task_completed\",\"outcome\":\"success\"}"
        .formatted(task);
  }

  /** Writes these lines to a file. */
  static Path file(Path folder, String name, String... lines) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
