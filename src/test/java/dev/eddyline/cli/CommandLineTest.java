package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class CommandLineTest {

  private final StringWriter err = new StringWriter();

  @TempDir private Path folder;

  private int run(String... args) {
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setErr(new PrintWriter(err, true));
    return commandLine.execute(args);
  }

  @Test
  void anUnknownCommandIsRefusedWithTheNearest() {
    assertThat(run("rum")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("rum", "Did you mean: eddyline run?");
  }

  @Test
  void anUnknownFlagIsRefusedByName() {
    assertThat(run("replay", "--polcy", "default", "x")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--polcy");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThat(run("replay", "nowhere.jsonl")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("nowhere.jsonl: no such file or folder");
  }

  @Test
  void aFolderWithoutEventsIsNamed() {
    assertThat(run("replay", folder.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("no file named *.jsonl");
  }

  @Test
  void anUnknownPolicyIsRefusedWithThePresets() {
    assertThat(run("replay", "--policy", "defualt", folder.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("presets: default", "nearest: default");
  }

  @Test
  void theDemoRefusesAPolicyBeforeItStartsAnything() {
    assertThat(run("demo", "--policy", "defualt")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("nearest: default");
  }

  @Test
  void demoWithPortInUse_isUsageErrorThatNamesOption() throws Exception {
    // Given
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = Integer.toString(other.getLocalPort());

      // When
      int exitCode = run("demo", "--port", port);

      // Then
      assertThat(exitCode).isEqualTo(ExitCode.USAGE);
      assertThat(err.toString()).contains("--port: port " + port + " is taken");
    }
  }

  @ParameterizedTest
  @CsvSource({"--port,0", "--port,65536", "--speed,0.5", "--speed,NaN"})
  void theDemoRefusesANumberOutOfRange_byTheNameOfTheOption(String option, String number) {
    // When
    int exitCode = run("demo", option, number);

    // Then
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains(option + ": must be ");
  }

  @Test
  void invalidPolicyIsRejectedBeforeTheClusterIsContacted() throws Exception {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "name: x\ngate: {loops: 0}\n");

    assertThat(run("policy", "put", "build", file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("mine.yaml: gate.loops: must be ≥ 1, was 0");
  }

  @Test
  void putCommandNeedsEitherAFileOrTheDeleteOption() {
    assertThat(run("policy", "put", "build")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("FILE", "--delete");
    assertThat(run("policy", "put", "build", "x.yaml", "--delete")).isEqualTo(ExitCode.USAGE);
    assertThat(run("policy", "put", " ", "--delete")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("WORKFLOW: must not be empty");
    assertThat(run("policy", "put", "build", "nowhere.yaml")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("nowhere.yaml: no such file");
  }

  @Test
  void policyWithoutSubcommandIsRejected() {
    assertThat(run("policy")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("See eddyline policy --help.");
  }

  @Test
  void evaluatorWithoutModelIsRejected_andItsApiKeyIsNotPrinted() {
    assertThat(
            run(
                "evaluator",
                "--set",
                "evaluator.url=https://host/v1",
                "--set",
                "evaluator.key=sk-secret"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("evaluator.model: is required with evaluator.url")
        .doesNotContain("sk-secret");
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearest() {
    assertThat(run("run", "--set", "boostrap.servers=x")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("unknown setting boostrap.servers; nearest: bootstrap.servers");
  }

  @Test
  void aSettingOutOfRangeIsRefusedWithItsRange() {
    assertThat(run("run", "--set", "http.port=70000")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("http.port: must be a whole number from 0 to 65535");
  }

  @Test
  void aSettingsFileThatIsNotThereIsNamed() {
    assertThat(run("run", "--config", "nowhere.properties")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("nowhere.properties: cannot be read");
  }

  @Test
  void unreadableEventLinesGiveExitCode3() throws Exception {
    Path file = folder.resolve("events.jsonl");
    Files.writeString(file, "{\"taskId\":\"T\",\"type\":\"failure_reported\"}\n");

    assertThat(run("replay", file.toString())).isEqualTo(ExitCode.PARTLY_READ);
  }

  @Test
  void theHelpOfRunNamesEverySettingWithItsDefault() {
    StringWriter out = new StringWriter();
    CommandLine commandLine = Eddyline.commandLine();
    commandLine.setOut(new PrintWriter(out, true));

    assertThat(commandLine.execute("run", "--help")).isEqualTo(ExitCode.OK);

    for (var setting : dev.eddyline.config.Setting.values()) {
      assertThat(out.toString())
          .contains(setting.key() + "=" + setting.defaultValue(), setting.variable());
    }
  }
}
