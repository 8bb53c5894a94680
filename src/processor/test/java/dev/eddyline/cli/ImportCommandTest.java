package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.sessions.file.SessionFixture;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code eddyline import} to standard output. */
class ImportCommandTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static final String LINE =
      "{'type':'user','uuid':'u1','sessionId':'s1','timestamp':'2026-05-04T08:00:00Z','message':{'content':'Go'}}\n";

  @TempDir private Path folder;

  private static CommandRun run(Object... arguments) {
    List<String> words = new ArrayList<>(List.of("import"));
    for (Object argument : arguments) {
      words.add(argument.toString());
    }
    return CommandRun.of(List.of(), words.toArray(String[]::new));
  }

  private Path session(String name, String text) {
    return SessionFixture.write(folder, name, text);
  }

  @Test
  void eventsGoToStandardOutputAndCountsToStandardError() {
    // Given
    session("p/s1.jsonl", LINE);
    session("notes.jsonl", "hello\n");

    // When
    CommandRun run = run(folder);

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.OK);
    assertThat(run.out().lines())
        .singleElement()
        .asString()
        .contains("\"taskId\":\"s1\"", "\"type\":\"user_message\"", "\"text\":\"Go\"");
    assertThat(run.err())
        .contains("claude-code: sessions 1, events 1", "events accepted: 1, rejected: 0");
  }

  @Test
  void aRecordThatCannotBeReadGivesExitCode3() {
    // Given
    Path file = session("s1.jsonl", LINE + "{'type':'user','message':'secret'}\n");

    // When
    CommandRun run = run(file);

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(run.err())
        .contains(file + ":2: message must be an object, was string", "rejected: 1")
        .doesNotContain("secret");
    assertThat(run.out()).contains("user_message");
  }

  @Test
  void whatIsNoSessionGivesExitCode2() {
    // Given
    Path events = session("events.jsonl", "{'taskId':'t','type':'user_message','text':'x'}\n");

    // Then
    assertThat(run(events).code()).isEqualTo(ExitCode.USAGE);
    assertThat(run(events).err()).contains("events.jsonl: no session of a known coding agent");
    assertThat(run(folder).code()).isEqualTo(ExitCode.USAGE);
    assertThat(run(folder.resolve("missing")).err()).contains("no such file or folder");
    assertThat(run(folder, "--to", "nowhere").err()).contains("--to: must be");
    assertThat(run(folder, "--to", "http://x", "--bootstrap", "x:1").err())
        .contains("name one target");
    assertThat(run(folder, "--state", "x").err()).contains("only with --follow");
  }

  @Test
  void sigtermEndsAFollowedImport_andARestartContinues() throws Exception {
    // Given
    Path file = session("s/s1.jsonl", LINE);
    Path out = folder.resolve("out.txt");
    Path err = folder.resolve("err.txt");
    Process first = follow(out, err);
    Awaitility.await().until(() -> Files.readAllLines(out).size() == 1);

    // When
    first.destroy();
    boolean isEnded = first.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
    String second = LINE.replace("u1", "u2").replace("Go", "On").replace('\'', '"');
    Files.writeString(file, second, StandardOpenOption.APPEND);
    Process restarted = follow(out, err);
    Awaitility.await().until(() -> Files.readString(out).contains("On"));
    restarted.destroy();

    // Then
    assertThat(isEnded).isTrue();
    assertThat(err).content().contains("events accepted: 1, rejected: 0");
    assertThat(restarted.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(Files.readAllLines(out)).hasSize(2);
  }

  private Process follow(Path out, Path err) throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(
            java,
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Eddyline.class.getName(),
            "import",
            folder.resolve("s").toString(),
            "--follow",
            "--state",
            folder.resolve("state.json").toString());
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
        .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()))
        .start();
  }
}
