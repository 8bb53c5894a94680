package dev.eddyline.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.app.CollectorProcess;
import dev.eddyline.app.TestCluster;
import dev.eddyline.schema.LoopVerdict;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents of real SDKs with a scripted model: a repeated call has a verdict, a failing one not. */
@Tag(TestTags.INTEROP)
class AgentSdksIT {

  private static final String PREFIX = "sdks-";
  private static final int RUN_MINUTES = 3;
  private static final String VARIABLE = "EDDYLINE_SDKS";

  @RegisterExtension
  static final ConsoleExtension CONSOLE =
      new ConsoleExtension(PREFIX, Map.of("otlp.port", "0", "otlp.delay", "1s"));

  private static Optional<String> sdks() {
    return Optional.ofNullable(System.getenv(VARIABLE)).filter(it -> new File(it).isDirectory());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pydantic-ai",
        "openai-agents-openinference",
        "openai-agents-genai",
        "langgraph-openinference",
        "langgraph-openllmetry",
        "google-adk",
        "vercel-ai-7",
        "vercel-ai-6",
        "langgraph-js-openinference"
      })
  void repeatedCallHasVerdict(String sdk) throws Exception {
    int before = CONSOLE.feed().verdicts().size();
    run(sdk, CONSOLE.served().otlp(), "direct-" + sdk);

    expectVerdictsOfOneTask(before);
  }

  @Test
  void repeatedCallHasVerdictThroughCollector() throws Exception {
    assumeThat(CollectorProcess.isBuilt()).as("the Collector is not built").isTrue();
    int before = CONSOLE.feed().verdicts().size();
    try (CollectorProcess collector =
        CollectorProcess.start(
            TestCluster.shared().bootstrap(),
            PREFIX,
            CollectorProcess.Encoding.OTLP_PROTO,
            false)) {
      String endpoint = collector.traces().toString().replace("/v1/traces", "");
      run("pydantic-ai", endpoint, "through-collector");

      expectVerdictsOfOneTask(before);
    }
  }

  /** Five equal calls: at the latest the fourth has a verdict, the failing call has none. */
  private static void expectVerdictsOfOneTask(int before) {
    await().until(() -> newestAttempts(before) == 5);
    List<LoopVerdict> verdicts = CONSOLE.feed().verdicts();
    assertThat(verdicts.subList(before, verdicts.size()))
        .extracting(it -> it.getLoopType() + " " + it.getAttempts())
        .endsWith("REPEATED_ACTION 4", "REPEATED_ACTION 5")
        .allMatch(verdict -> verdict.startsWith("REPEATED_ACTION"));
  }

  private static int newestAttempts(int before) {
    List<LoopVerdict> verdicts = CONSOLE.feed().verdicts();
    return verdicts.size() > before ? verdicts.get(verdicts.size() - 1).getAttempts() : 0;
  }

  private static void run(String sdk, String endpoint, String conversation)
      throws IOException, InterruptedException {
    assumeThat(sdks()).as(VARIABLE + " names no folder with the SDKs").isPresent();
    Path log = Files.createTempFile("eddyline-sdk-", ".log");
    ProcessBuilder command =
        new ProcessBuilder("src/it/sdks/run.sh", sdks().orElseThrow(), sdk)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    command.environment().put("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint);
    command.environment().put("CONVERSATION", conversation);
    Process process = command.start();
    if (!process.waitFor(RUN_MINUTES, TimeUnit.MINUTES)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    assertThat(process.waitFor()).as(() -> tail(log)).isZero();
  }

  private static String tail(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
    } catch (IOException unreadable) {
      return unreadable.toString();
    }
  }
}
