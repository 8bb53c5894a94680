package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.console.WebServer;
import dev.eddyline.local.Ports;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
  void onlyFailuresOfTheUsersInputAreUsageErrors() {
    // a connection that gets no local port, and a broken pipe
    assertThat(Eddyline.exitCode(new IllegalStateException(new BindException("no address"))))
        .isEqualTo(ExitCode.FAILED);
    assertThat(Eddyline.exitCode(new BindException("no address"))).isEqualTo(ExitCode.FAILED);
    assertThat(Eddyline.exitCode(new UncheckedIOException(new IOException("broken pipe"))))
        .isEqualTo(ExitCode.FAILED);
    // a file that the command line names
    assertThat(Eddyline.exitCode(new UncheckedIOException(new NoSuchFileException("x"))))
        .isEqualTo(ExitCode.USAGE);
    assertThat(Eddyline.exitCode(new UncheckedIOException(new MalformedInputException(1))))
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void portThatIsTakenAtTheStartIsUsageError() throws Exception {
    // Given
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      // When
      InvalidSettingException taken =
          catchThrowableOfType(
              InvalidSettingException.class,
              () -> new WebServer("127.0.0.1", other.getLocalPort(), List.of()).close());

      // Then
      assertThat(taken).hasMessageContaining("http.port");
      assertThat(Eddyline.exitCode(taken)).isEqualTo(ExitCode.USAGE);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"topics --create", "memory", "state show T", "evaluator"})
  void anUnknownHostGivesExitCode4(String command) {
    String[] words = (command + " --bootstrap nowhere.invalid:9092").split(" ");

    assertThat(run(words)).isEqualTo(ExitCode.CLUSTER);
    assertThat(err.toString()).contains("unknown host: nowhere.invalid");
  }

  @Test
  void anUnknownCommandIsRefusedWithTheNearest() {
    assertThat(run("rum")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("rum", "Did you mean: eddyline run?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "foo", "x"})
  void anUnknownCommandThatResemblesNoneIsRefusedWithoutGuess(String word) {
    assertThat(run(word)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("'" + word + "'", "See eddyline --help.");
    assertThat(err.toString()).doesNotContain("Did you mean");
  }

  @Test
  void anUnknownSubcommandIsRefusedWithTheNearest() {
    assertThat(run("policy", "chekc")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("Did you mean: eddyline policy check?");
  }

  @Test
  void anUnknownFlagIsRefusedByName() {
    assertThat(run("replay", "--polcy", "default", "x")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--polcy", "Did you mean: --policy?");
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
  @CsvSource({
    "run,http.port",
    "run,health.port",
    "run,otlp.port",
    "gateway,http.port",
    "gateway,otlp.port",
    "gateway,health.port",
    "notifier,health.port"
  })
  void serviceWithPortInUse_isUsageErrorThatNamesSetting(String command, String setting)
      throws Exception {
    // Given: no broker answers, so that only a check before the first connection finds the port
    Path targets = Files.writeString(folder.resolve("targets.yaml"), "targets: []\n");
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = Integer.toString(other.getLocalPort());

      // When
      int exitCode =
          run(
              command,
              "--bootstrap",
              "127.0.0.1:1",
              "--set",
              "notifier.targets=" + targets,
              "--set",
              "http.port=0",
              "--set",
              "health.port=0",
              "--set",
              "otlp.port=0",
              "--set",
              setting + "=" + port);

      // Then
      assertThat(exitCode).isEqualTo(ExitCode.USAGE);
      assertThat(err.toString()).contains(setting + ": port " + port + " of 127.0.0.1 is taken");
    }
  }

  @Test
  void samePortInTwoSettingsIsUsageError() {
    // Given
    String port = Integer.toString(Ports.findFreePort());

    // When
    int exitCode = run("run", "--set", "http.port=" + port, "--set", "health.port=" + port);

    // Then
    assertThat(exitCode).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("health.port: port " + port + " of 127.0.0.1 is taken");
  }

  @Test
  void serviceWithUnknownListenerHostIsUsageErrorThatNamesSetting() {
    assertThat(run("run", "--set", "http.port=0", "--set", "health.host=nowhere.invalid"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("health.host: unknown host: nowhere.invalid");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "topics",
        "topics --create",
        "reset --dry-run",
        "memory x",
        "policy put w --delete",
        "graph put w --delete"
      })
  void refusedConnectionsAreNamed_withoutWaitingForABroker(String command) {
    // Given
    List<String> args = new ArrayList<>(List.of(command.split(" ")));
    args.addAll(List.of("--bootstrap", "127.0.0.1:1,127.0.0.1:2"));

    // When
    int exitCode = run(args.toArray(String[]::new));

    // Then
    assertThat(exitCode).isEqualTo(ExitCode.CLUSTER);
    assertThat(err.toString())
        .contains("no Kafka broker answered at 127.0.0.1:1,127.0.0.1:2 (connection refused)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"topics", "run", "gateway", "evaluator"})
  void unknownHostOfBrokerIsNamed(String command) {
    // When
    int exitCode =
        run(
            command,
            "--bootstrap",
            "nowhere.invalid:9092",
            "--set",
            "http.port=0",
            "--set",
            "health.port=0");

    // Then
    assertThat(exitCode).isEqualTo(ExitCode.CLUSTER);
    assertThat(err.toString())
        .contains("bootstrap.servers: unknown host: nowhere.invalid")
        .doesNotContain("within");
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
