package dev.eddyline.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.TestTags;
import dev.eddyline.cli.ExitCode;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo as a process, as a user starts it. */
@Tag(TestTags.SERVERS)
class DemoIT {

  private static final String JARS =
      "target/eddyline.jar" + File.pathSeparator + "target/eddyline-tools.jar";

  @TempDir private Path folder;

  private record DemoResult(int exitCode, String out, String errors) {

    /** The lines below a story's title in the summary, in one text. */
    private String gatesOf(Story story) {
      String summary = out.substring(out.indexOf("Opened gates"));
      Matcher gates =
          Pattern.compile(Pattern.quote("  " + story.title()) + "\n((?: {4}.*\n)+)")
              .matcher(summary);
      assertThat(gates.find()).as(summary).isTrue();
      return gates.group(1);
    }
  }

  private DemoResult runDemo(String... args) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        new ArrayList<>(
            List.of(java.toString(), "-cp", JARS, "dev.eddyline.cli.Eddyline", "demo", "--once"));
    command.addAll(List.of(args));
    Path errors = folder.resolve("errors.txt");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new DemoResult(process.waitFor(), out, Files.readString(errors));
  }

  @Test
  void serverAddressesArePrintedFirst_andEveryStoryWithALoopOpensAGate() throws Exception {
    // When
    DemoResult demo = runDemo();

    // Then
    assertThat(demo.exitCode()).as(demo.out() + demo.errors()).isZero();
    assertThat(demo.out().lines().dropWhile(line -> !line.isEmpty()).skip(1).limit(4))
        .satisfiesExactly(
            line -> assertThat(line).matches("Console +http://127\\.0\\.0\\.1:\\d+/ .*"),
            line -> assertThat(line).matches("Broker +127\\.0\\.0\\.1:\\d+ .*"),
            line -> assertThat(line).matches("Registry +http://127\\.0\\.0\\.1:\\d+/.*"),
            line -> assertThat(line).matches("Health +http://127\\.0\\.0\\.1:\\d+/.*"));
    assertThat(demo.out()).containsPattern("\nPolicy: default \\(version [0-9a-f]{8}\\)\n");
    List<Story> stories = new ArrayList<>(Story.shipped());
    Story noLoop = stories.remove(stories.size() - 1);
    for (Story story : stories) {
      Matcher gate =
          Pattern.compile("[0-9a-f]{32} .*\\([1-9][0-9,]+ tokens, 0\\.\\d\\d USD, (\\d+) min\\)")
              .matcher(demo.gatesOf(story));
      assertThat(gate.find()).as(demo.out()).isTrue();
      assertThat(Integer.parseInt(gate.group(1))).as(story.title()).isGreaterThan(1);
    }
    assertThat(demo.gatesOf(noLoop)).isEqualToIgnoringWhitespace("none");
  }

  @Test
  void portInUseIsReplaced_eventTimesOfAFileAreRetained_andInvalidInputIsReported()
      throws Exception {
    // Given
    Instant first = Instant.now().minus(Duration.ofHours(2));
    String failure =
        "{\"taskId\":\"mine\",\"type\":\"failure_reported\",\"message\":\"disk full\","
            + "\"occurredAt\":\"%s\"}";
    Path events =
        Files.write(
            folder.resolve("mine.jsonl"),
            List.of(
                failure.formatted(first),
                failure.formatted(first.plus(Duration.ofMinutes(15))),
                "{\"type\":\"task_started\"}",
                "{\"taskId\":\"bad\",\"type\":\"task_started\",\"goal\":\"g\",\"agentId\":\"a\\u0007\"}",
                failure.formatted(first.plus(Duration.ofMinutes(30)))));
    try (ServerSocket other = new ServerSocket()) {
      occupyDefaultConsolePort(other);

      // When
      DemoResult demo = runDemo("--events", events.toString());

      // Then
      assertThat(demo.exitCode()).as(demo.errors()).isEqualTo(ExitCode.PARTLY_READ);
      Matcher port = Pattern.compile("port 8090 is taken: console on (\\d+)").matcher(demo.out());
      assertThat(port.find()).as(demo.out()).isTrue();
      assertThat(demo.out()).contains("http://127.0.0.1:" + port.group(1) + "/");
      assertThat(demo.out()).contains("line 3 of " + events + ": taskId");
      assertThat(demo.errors()).contains("line 3 (" + events + "): taskId");
      assertThat(demo.out()).containsPattern("BAD +bad +dead-lettered record of agent-events, ");
      assertThat(demo.out()).containsPattern("mine .*\\(0 tokens, 0\\.00 USD, 30 min\\)");
    }
  }

  /** Listens on the console's default port, unless another program does. */
  private static void occupyDefaultConsolePort(ServerSocket other) throws IOException {
    try {
      other.bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 8090));
    } catch (IOException taken) {
      // as the test needs it
    }
  }
}
