package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files and folders that commands read or write. */
class FileArgumentsTest {

  private static final String CHART = "flowchart TD\n  a --> b\n";
  private static final String EVENT =
      "{\"taskId\":\"T\",\"agentId\":\"a\",\"type\":\"failure_reported\",\"message\":\"x\"}\n";

  @TempDir private Path folder;

  @BeforeEach
  void files() throws IOException {
    Files.writeString(folder.resolve("chart.mmd"), CHART);
    Files.writeString(folder.resolve("policy.yaml"), "name: mine\nextends: default\n");
    Files.writeString(folder.resolve("events.jsonl"), EVENT);
  }

  /** Runs a command; {@code DIR} in its arguments is the test's folder. */
  private CommandRun run(String command) {
    String[] args =
        Arrays.stream(command.split(" "))
            .map(arg -> arg.replace("DIR", folder.toString()))
            .toArray(String[]::new);
    return CommandRun.of(List.of(), args);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lint DIR",
        "replay DIR",
        "replay --graph DIR DIR",
        "replay --policy DIR DIR",
        "policy check DIR"
      })
  void folderIsAccepted(String command) {
    assertThat(run(command)).returns(ExitCode.OK, CommandRun::code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lint DIR/absent",
        "lint DIR/chart.mmd --bounds DIR/absent",
        "replay DIR/absent",
        "replay --graph DIR/absent DIR",
        "import DIR/absent",
        "import --follow DIR/absent",
        "evaluate --events DIR/absent",
        "evaluate --events DIR --labels DIR/absent",
        "policy put w DIR/absent",
        "graph put w DIR/absent",
        "topics --config DIR/absent"
      })
  void missingFileIsNamedWithReason(String command) {
    // When
    CommandRun run = run(command);

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(folder.resolve("absent") + ": ", "no such file or folder");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lint DIR/chart.mmd --bounds DIR",
        "evaluate --events DIR --html DIR",
        "policy put w DIR",
        "graph put w DIR",
        "topics --config DIR"
      })
  void folderInPlaceOfOneFileIsNamedWithReason(String command) {
    // When
    CommandRun run = run(command);

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains(folder.toString(), "is a folder, must be a file");
  }

  @Test
  void outputThatCannotBeWrittenIsRejectedBeforeTheWork() {
    // When
    CommandRun run = run("evaluate --events DIR --html DIR/absent/x.html");

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("cannot be written: its folder does not exist");
  }

  @Test
  void stateThatCannotBeWrittenIsRejectedBeforeTheImport() {
    // When
    CommandRun run = run("import --follow --state DIR/chart.mmd/x DIR");

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("chart.mmd", "Not a directory");
  }

  @Test
  void severalGraphsOfFolderHaveNoCommonBounds() throws IOException {
    // Given
    Files.writeString(folder.resolve("other.mmd"), CHART);

    // When
    CommandRun run = run("lint DIR --bounds DIR/other.mmd");

    // Then
    assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("needs one file, was given with several");
  }
}
