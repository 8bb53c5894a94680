package dev.eddyline.replay;

import static dev.eddyline.replay.InputLineFixtures.failure;
import static dev.eddyline.replay.InputLineFixtures.file;
import static dev.eddyline.replay.InputLineFixtures.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.eddyline.cli.Eddyline;
import dev.eddyline.cli.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code eddyline replay} as a process: its streams and its exit code. */
class ReplayCommandTest {

  @TempDir private Path folder;

  private Path out;
  private Path err;

  @BeforeEach
  void streams() {
    out = folder.resolve("out.txt");
    err = folder.resolve("err.txt");
  }

  private int replay(Path input, Object... arguments) throws IOException, InterruptedException {
    return replayWith(System.getProperty("java.class.path"), input, arguments);
  }

  private int replayWith(String classPath, Path input, Object... arguments)
      throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    command.addAll(List.of("-cp", classPath));
    command.addAll(List.of(Eddyline.class.getName(), "replay"));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    return new ProcessBuilder(command)
        .redirectInput(input == null ? new File("/dev/null") : input.toFile())
        .redirectOutput(out.toFile())
        .redirectError(err.toFile())
        .start()
        .waitFor();
  }

  @Test
  void verdictsGoToStdoutAndProblemsToStderr() throws Exception {
    // Given
    file(folder, "set/a.jsonl", failure("T1"), "not json");
    Path input = file(folder, "input.jsonl", failure("T1"));

    // When
    int code = replay(input, folder.resolve("set"), "-");

    // Then
    assertThat(code).isEqualTo(ExitCode.PARTLY_READ);
    assertThat(Files.readAllLines(out))
        .singleElement()
        .asString()
        .startsWith("{\"event\":3,\"kind\":\"verdict\",\"taskId\":\"T1\"");
    assertThat(Files.readAllLines(err))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("line 2 (" + folder.resolve("set/a.jsonl:2): ")),
            line -> assertThat(line).startsWith("policy: default (version "),
            line -> assertThat(line).isEqualTo("events: 2, tasks: 1, rejected lines: 1"),
            line -> assertThat(line).isEqualTo("verdicts: identical_failure 1"),
            line -> assertThat(line).isEqualTo("gates: none"),
            line -> assertThat(line).isEqualTo("resets: 0"),
            line -> assertThat(line).startsWith("duplicate events, dropped: 0"),
            line -> assertThat(line).isEqualTo("loops: 1, tasks with loops: 1; costly ones first"),
            line -> assertThat(line).startsWith("  T1, -: identical_failure, 2"));
  }

  @Test
  void completeReplayGivesExitCode0_andNowOptionLimitsEventTimes() throws Exception {
    // Given
    Path events =
        file(
            folder,
            "a.jsonl",
            failure("T1", "2030-01-01T00:00:00Z"),
            failure("T1", "2050-01-01T00:00:00Z"));

    // When
    int code = replay(null, "--now", "2026-01-01T00:00:00Z", "--policy", "failures", events);

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(Files.readAllLines(out)).hasSize(1);
  }

  @Test
  void aFileThatIsNotThereIsExitCode2AndNamed() throws Exception {
    // Given
    Path missing = folder.resolve("missing.jsonl");

    // When
    int code = replay(null, missing);

    // Then
    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(err).content().startsWith("eddyline: " + missing + ": no such file");
    assertThat(out).isEmptyFile();
  }

  @Test
  void nowOptionBeforeTheUnixEpochGivesExitCode2() throws Exception {
    // Given
    Path events = file(folder, "a.jsonl", failure("T1"));

    // When
    int code = replay(null, "--now", "1960-01-01T00:00:00Z", events);

    // Then
    assertThat(code).isEqualTo(ExitCode.USAGE);
    assertThat(err).content().startsWith("eddyline: --now: must be ≥ 1970-01-01T00:00:00Z");
  }

  @Test
  void unwritableOutputGivesExitCode1() throws Exception {
    // Given
    out = Path.of("/dev/full");
    assumeTrue(Files.exists(out), "no device that is always full");
    Path events = file(folder, "a.jsonl", failure("T1"), failure("T1"));

    // When
    int code = replay(null, events);

    // Then
    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(err).content().contains("standard output could not be written");
  }

  /** A request, the same words, and the same meaning in other words. */
  private Path requests() {
    return file(
        folder,
        "requests.jsonl",
        request("Explain why the build fails"),
        request("Please explain why the build fails"),
        request("Why does the build fail?"));
  }

  @Test
  void theSentenceModelFindsARequestInOtherWords() throws Exception {
    // Given
    Path requests = requests();

    // When
    int code = replay(null, requests);

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(Files.readAllLines(out))
        .extracting(line -> line.substring(0, line.indexOf(',')))
        .containsExactly("{\"event\":2", "{\"event\":3");
    assertThat(err).content().doesNotContain("WARN");
  }

  @Test
  void withoutTheSentenceModelWordsDecideAndOneLineWarns() throws Exception {
    // Given
    Path requests = requests();
    List<String> libraries =
        List.of(System.getProperty("java.class.path").split(File.pathSeparator));
    List<String> withoutModel =
        libraries.stream()
            .filter(library -> !library.matches(".*(src/meaning/|eddyline-meaning).*"))
            .toList();
    assertThat(withoutModel).hasSizeLessThan(libraries.size());

    // When
    int code = replayWith(String.join(File.pathSeparator, withoutModel), null, requests);

    // Then
    assertThat(code).isEqualTo(ExitCode.OK);
    assertThat(Files.readAllLines(out))
        .singleElement()
        .asString()
        .startsWith("{\"event\":2,\"kind\":\"verdict\",\"taskId\":\"T1\"")
        .contains("\"loopType\":\"collaboration_loop\"");
    assertThat(Files.readAllLines(err))
        .filteredOn(line -> line.contains("WARN"))
        .singleElement()
        .asString()
        .contains("no sentence model on the class path");
  }
}
