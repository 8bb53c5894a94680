package dev.eddyline.replay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Input lines in JSON form. */
final class Lines {

  private Lines() {}

  /** The same failure each time. */
  static String failure(String task, String at) {
    return "{\"taskId\":\"%s\",\"type\":\"failure_reported\",\"message\":\"boom\",\"occurredAt\":\"%s\"}"
        .formatted(task, at);
  }

  /** The same failure, at the time of the task's event before. */
  static String failure(String task) {
    return "{\"taskId\":\"%s\",\"type\":\"failure_reported\",\"message\":\"boom\"}".formatted(task);
  }

  /** A decision about a gate. */
  static String decision(String task, String gateId) {
    return ("{\"taskId\":\"%s\",\"type\":\"human_intervened\",\"gateId\":\"%s\","
            + "\"decision\":\"approve\",\"guidance\":\"go on\",\"by\":\"ann\"}")
        .formatted(task, gateId);
  }

  /** The task's end with success. */
  static String success(String task) {
    return "{\"taskId\":\"%s\",\"type\":\"task_completed\",\"outcome\":\"success\"}"
        .formatted(task);
  }

  /** A file that holds these lines. */
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
