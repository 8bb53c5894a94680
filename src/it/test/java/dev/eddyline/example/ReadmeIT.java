package dev.eddyline.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.TestCluster;
import dev.eddyline.local.Ports;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs every command and program in README.md, and compares the outputs. */
@Tag(TestTags.EXAMPLES)
class ReadmeIT {

  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** Language and first line of each block; a new one needs a test of its own. */
  private static final List<String> BLOCKS =
      List.of(
          "mermaid flowchart LR",
          "sh ./eddyline demo",
          "text phases: fix and test alternate until a human helps",
          "python import json, urllib.request as web",
          "js for (let attempt = 0; attempt < 3; attempt++) {",
          "text continue",
          "sh ./eddyline hook claude-code",
          "sh ./eddyline replay ~/.claude/projects > verdicts.jsonl",
          "json {\"taskId\":\"T1\",\"type\":\"tool_call\",\"tool\":\"shell\",\"arguments\":{\"command\":\"make"
              + " test\"},\"output\":\"8 tests failing\",\"isError\":true}",
          "sh ./eddyline replay events.jsonl",
          "sh ./eddyline topics --create --bootstrap kafka:9092",
          "sh mvn -B verify");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");
  private static final Pattern CONSOLE =
      Pattern.compile("(?m)^Console +(http://127\\.0\\.0\\.1:\\d+)");

  @TempDir private static Path folder;
  private static List<String> blocks;
  private static Process demo;
  private static Path shown;

  @BeforeAll
  static void startTheDemo() throws IOException {
    blocks = new ArrayList<>();
    Matcher matcher = BLOCK.matcher(Files.readString(Path.of("README.md")));
    while (matcher.find()) {
      blocks.add(matcher.group(1) + " " + matcher.group(2));
    }
    shown = folder.resolve("demo.txt");
    demo =
        new ProcessBuilder(eddyline("demo"))
            .redirectErrorStream(true)
            .redirectOutput(shown.toFile())
            .start();
    await().atMost(LIMIT).until(() -> console().find());
  }

  @AfterAll
  static void endTheDemo() throws InterruptedException {
    if (demo != null) {
      demo.destroy();
      assertThat(demo.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  private static Matcher console() throws IOException {
    return CONSOLE.matcher(Files.readString(shown));
  }

  private static String address() throws IOException {
    Matcher console = console();
    assertThat(console.find()).isTrue();
    return console.group(1);
  }

  /** The launcher of the tested build. */
  private static List<String> eddyline(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                absolute("target/eddyline.jar") + ":" + absolute("target/eddyline-tools.jar"),
                "dev.eddyline.cli.Eddyline"));
    command.addAll(Arrays.asList(arguments));
    return command;
  }

  private static String absolute(String path) {
    return Path.of(path).toAbsolutePath().toString();
  }

  private static String block(String language, String start) {
    return blocks.stream()
        .filter(block -> block.startsWith(language + " " + start))
        .map(block -> block.substring(language.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).as("ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.exitValue()).as("exit code of %s", command).isZero();
    return Files.readString(out);
  }

  private static boolean isThere(String program) {
    return Arrays.stream(System.getenv("PATH").split(":"))
        .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
  }

  @Test
  void replayFindsLoopsInSessionFiles() throws Exception {
    Path project = Files.createDirectories(folder.resolve("projects").resolve("shop"));
    List<String> lines = new ArrayList<>();
    for (int call = 0; call < 4; call++) {
      String line =
          "{\"type\":\"%s\",\"uuid\":\"%s\",\"sessionId\":\"s1\",\"timestamp\":\"2026-05-04T08:00:%02dZ\","
              + "\"message\":{\"content\":[%s]}}";
      String use =
          "{\"type\":\"tool_use\",\"id\":\"t%d\",\"name\":\"Bash\",\"input\":{\"command\":\"make\"}}"
              .formatted(call);
      String result =
          "{\"type\":\"tool_result\",\"tool_use_id\":\"t%d\",\"content\":\"no rule\",\"is_error\":true}"
              .formatted(call);
      lines.add(line.formatted("assistant", "a" + call, 2 * call, use));
      lines.add(line.formatted("user", "r" + call, 2 * call + 1, result));
    }
    Files.write(project.resolve("s1.jsonl"), lines);

    assertThat(block("sh", "./eddyline replay ~/.claude")).contains("~/.claude/projects");
    assertThat(output(eddyline("replay", folder.resolve("projects").toString())))
        .contains("\"loopType\":\"identical_failure\"", "\"taskId\":\"s1\"");
  }

  @Test
  void itHasTheseBlocksAndAtMost12Kilobytes() throws IOException {
    assertThat(blocks)
        .extracting(block -> block.lines().findFirst().orElseThrow())
        .containsExactlyElementsOf(BLOCKS);
    assertThat(Files.size(Path.of("README.md"))).isLessThanOrEqualTo(12 * 1_024);
  }

  @Test
  void demoPrintsOutputQuotedInReadme() {
    List<String> quoted = block("text", "phases").lines().toList();
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(Files.readAllLines(shown)).containsSubsequence(quoted));
  }

  @Test
  void thePythonProgramPrintsThreeActions() throws Exception {
    assumeThat(isThere("python3")).as("python3 is not here").isTrue();
    assertPrintsThreeActions("python3", "ask.py", block("python", "import"));
  }

  @Test
  void theTypeScriptProgramPrintsThreeActions() throws Exception {
    assumeThat(isThere("node")).as("node is not here").isTrue();
    assertPrintsThreeActions("node", "ask.mjs", block("js", "for"));
  }

  /** Runs a quoted program with the running demo, again for another task where a reply was late. */
  private static void assertPrintsThreeActions(String interpreter, String name, String text)
      throws IOException {
    assertThat(text).contains("http://127.0.0.1:8090/", "-1\"");
    String ofDemo = text.replace("http://127.0.0.1:8090", address());
    AtomicInteger attempts = new AtomicInteger();
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () -> {
              String attempt =
                  ofDemo.replace("-1\"", "-%d\"".formatted(attempts.incrementAndGet()));
              Path program = Files.writeString(folder.resolve(name), attempt);
              assertThat(output(List.of(interpreter, program.toString())))
                  .isEqualTo(block("text", "continue"));
            });
  }

  @Test
  void theHookCommandPrintsSettings() throws Exception {
    assertThat(output(eddyline("hook", "claude-code")))
        .contains("PreToolUse", "http://127.0.0.1:8090/api/v1/hooks/claude-code");
  }

  @Test
  void theEventsAreReplayed() throws Exception {
    // Given
    Files.writeString(folder.resolve("events.jsonl"), block("json", "{\"taskId\":\"T1\""));

    // When
    String output = output(eddyline("replay", "events.jsonl"));

    // Then
    assertThat(output.lines()).anyMatch(line -> line.contains("\"kind\":\"verdict\""));
  }

  @Test
  void topicsAndRunStart() throws Exception {
    // Given
    TestCluster cluster = TestCluster.shared();
    List<String> commands =
        block("sh", "./eddyline topics")
            .replace("kafka:9092", cluster.bootstrap())
            .replace("http://registry:8081", cluster.registryUrl())
            .lines()
            .toList();
    String prefix = "readme-";
    int health = Ports.findFreePort();
    List<String> topics = words(commands.get(0));
    topics.addAll(List.of("--set", "topic.prefix=" + prefix));
    List<String> run = words(commands.get(1));
    run.addAll(
        List.of(
            "--set", "topic.prefix=" + prefix,
            "--set", "application.id=readme",
            "--set", "http.port=0",
            "--set", "health.port=" + health,
            "--set", "state.dir=" + folder.resolve("state")));

    // When
    output(topics);
    Path log = folder.resolve("run.txt");
    Process running =
        new ProcessBuilder(run).redirectErrorStream(true).redirectOutput(log.toFile()).start();

    // Then
    try {
      await().atMost(LIMIT).until(() -> isReady(health));
    } finally {
      running.destroy();
      running.waitFor();
    }
  }

  private static List<String> words(String command) {
    List<String> words = new ArrayList<>(Arrays.asList(command.split(" ")));
    assertThat(words.remove(0)).isEqualTo("./eddyline");
    return eddyline(words.toArray(String[]::new));
  }

  private static boolean isReady(int health) {
    try {
      URL page = new URL("http://127.0.0.1:%d/health/ready".formatted(health));
      return ((HttpURLConnection) page.openConnection()).getResponseCode() == 200;
    } catch (IOException starting) {
      return false;
    }
  }
}
