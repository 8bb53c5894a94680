package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.TestTags;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs in {@code examples/} with their real libraries and mock models. */
@Tag(TestTags.EXAMPLES)
class ExamplesIT {

  private static final Path EXAMPLES = Path.of("examples");
  private static final int MOST_LINES = 60;
  private static final Duration LIMIT = Duration.ofSeconds(120);

  /** The last line of a program before it waits for a person. */
  private static final Pattern WAITS =
      Pattern.compile("(?m)^(gate: OPENED .*|.*: wait for the decision\\.)$");

  @RegisterExtension static final ExampleServer SERVER = new ExampleServer();

  @TempDir private Path temporary;

  static List<String> programs() {
    return List.of(
        "python/http_agent.py",
        "python/kafka_agent.py",
        "python/langgraph_agent.py",
        "python/openai_agents.py",
        "python/crewai_agent.py",
        "typescript/http-agent.ts",
        "typescript/kafkajs-agent.ts",
        "typescript/platformatic-agent.ts",
        "typescript/langchain-agent.ts",
        "typescript/vercel-ai.ts",
        "go/main.go",
        "java/Agent.java");
  }

  @ParameterizedTest
  @MethodSource("programs")
  void exampleProgramPrintsItsExpectedOutput(String program) throws Exception {
    // Given
    Path file = EXAMPLES.resolve(program);
    ExampleRuntime runtime = ExampleRuntime.of(file);
    assumeInstalled(runtime, file);
    Path expected = EXAMPLES.resolve(program.replaceFirst("\\.\\w+$", ".txt"));

    // When
    String printed = run(file, runtime.command(file), SERVER.environment(), "approve");

    // Then
    assertThat(removeSecondsFromOutput(printed))
        .isEqualTo(removeSecondsFromOutput(Files.readString(expected)));
    JsonNode gate = SERVER.newestClosedGate();
    assertThat(gate.get("decidedBy").textValue()).isEqualTo(ExampleServer.PERSON_NAME);
    assertThat(gate.get("decisionVerified").booleanValue()).isTrue();
    assertThat(SERVER.decideAsAgent(gate.get("gateId").textValue())).isEqualTo(403);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void rejectedAgentDoesNotContinue(String program) throws Exception {
    // Given
    Path file = EXAMPLES.resolve(program);
    ExampleRuntime runtime = ExampleRuntime.of(file);
    assumeInstalled(runtime, file);

    // When
    String printed = run(file, runtime.command(file), SERVER.environment(), "reject");

    // Then
    assertThat(printed)
        .isNotEmpty()
        .doesNotContain("the server needs its database", "I start the database", "listening");
  }

  @Test
  void pythonAgentContinuesIfNoReplyArrives() throws Exception {
    // Given
    Path client = EXAMPLES.resolve("python/eddyline.py");
    assumeInstalled(ExampleRuntime.PYTHON, client);
    String python = ExampleRuntime.PYTHON.command(client).get(0);
    String program =
        """
        from eddyline import Guard
        print(Guard('t').before_tool('c', 'x', {}), Guard('t').after_tool('c', 'x', 'output'))
        """;

    // When
    String printed = runUnanswered(client, List.of(python, "-c", program));

    // Then
    assertThat(printed).isEqualTo("None output\n");
  }

  @Test
  void typeScriptAgentContinuesIfNoReplyArrives() throws Exception {
    // Given
    Path client = EXAMPLES.resolve("typescript/eddyline.ts");
    assumeInstalled(ExampleRuntime.NODE, client);
    String program =
        """
        const { Guard } = await import('./eddyline.ts');
        const guard = new Guard('t');
        console.log(await guard.beforeTool('c', 'x', {}), await guard.afterTool('c', 'x', 'output'));
        """;

    // When
    String printed =
        runUnanswered(
            client, List.of("node", "--import", "tsx", "--input-type=module", "--eval", program));

    // Then
    assertThat(printed).isEqualTo("undefined output\n");
  }

  @Test
  void claudeCodeHooksCallEddylineOverHttp() throws IOException {
    // When
    JsonNode settings =
        new ObjectMapper().readTree(EXAMPLES.resolve("claude-code/settings.json").toFile());

    // Then
    assertThat(settings.findValuesAsText("url"))
        .hasSize(settings.get("hooks").size())
        .containsOnly("http://127.0.0.1:8090/api/v1/hooks/claude-code");
    assertThat(settings.findValuesAsText("type")).containsOnly("http");
  }

  @ParameterizedTest
  @ValueSource(strings = {"python", "typescript", "go", "java", "claude-code"})
  void everyProgramIsShort_theReadmeNamesIt_andItDecidesNoGate(String folder) throws IOException {
    // Given
    String readme = Files.readString(EXAMPLES.resolve("README.md"));
    List<Path> programs;
    try (Stream<Path> files = Files.list(EXAMPLES.resolve(folder))) {
      programs =
          files
              .filter(file -> file.toString().matches(".*\\.(py|ts|go|java)|.*/settings\\.json"))
              .toList();
    }

    // Then
    assertThat(programs).isNotEmpty();
    for (Path program : programs) {
      assertThat(Files.readAllLines(program))
          .as("%s", program)
          .hasSizeLessThanOrEqualTo(MOST_LINES);
      assertThat(readme).contains("(" + EXAMPLES.relativize(program) + ")");
      assertThat(Files.readString(program))
          .as("%s", program)
          .doesNotContainPattern("gate-decisions|HumanIntervened|human_intervened|gate/decision");
    }
  }

  private void assumeInstalled(ExampleRuntime runtime, Path program) throws InterruptedException {
    boolean isInstalled;
    try {
      isInstalled = start(program, runtime.check(), Map.of()).waitFor() == 0;
    } catch (IOException absent) {
      isInstalled = false;
    }
    assumeThat(isInstalled).as("%s: its packages are not installed", program).isTrue();
  }

  /** The output of a command while a server accepts its connection and does not answer. */
  private String runUnanswered(Path program, List<String> command) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      return run(
          program,
          command,
          Map.of(
              "EDDYLINE_URL",
              "http://127.0.0.1:" + silent.getLocalPort(),
              "EDDYLINE_DEADLINE_SECONDS",
              "0.2"),
          "none");
    }
  }

  /**
   * The output of a program.
   *
   * @param decision what a person decides when the program waits
   */
  private String run(
      Path program, List<String> command, Map<String, String> environment, String decision)
      throws Exception {
    Process process = start(program, command, environment);
    try {
      await()
          .alias(program + " comes to its end")
          .atMost(LIMIT)
          .until(
              () -> {
                if (WAITS.matcher(printed("out.txt") + printed("err.txt")).find()) {
                  SERVER.decideOpenGates(decision);
                }
                return !process.isAlive();
              });
      assertThat(process.exitValue()).as("%s: %s", program, printed("err.txt")).isZero();
      return printed("out.txt");
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Process start(Path program, List<String> command, Map<String, String> environment)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(program.getParent().toFile())
            .redirectOutput(Redirect.to(temporary.resolve("out.txt").toFile()))
            .redirectError(Redirect.to(temporary.resolve("err.txt").toFile()));
    builder.environment().putAll(environment);
    // nothing is downloaded here
    builder.environment().put("GOPROXY", "off");
    builder.environment().put("PYTHONUNBUFFERED", "1");
    builder.environment().put("NO_PROXY", "127.0.0.1");
    return builder.start();
  }

  private String printed(String file) throws IOException {
    return Files.readString(temporary.resolve(file));
  }

  /** A text without the seconds that a loop took. */
  private static String removeSecondsFromOutput(String text) {
    return text.replaceAll("\\b\\d+ s\\b", "0 s");
  }
}
