package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.policy.Policies;
import dev.eddyline.replay.InProcessTopology;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code eddyline run} as a separate process that is killed. */
class CrashIT {

  private static final String PREFIX = "crash-";
  private static final long SEED = 42;
  private static final int KILLS = 3;
  private static final int TASKS = 200;
  private static final String PLACES =
      "\"(?:decidedAt|topic|partition|offset)\": (?:\"[^\"]*\"|-?\\d+),? ?";
  private static final int ROUNDS = 12;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  /** Pause between events: the kills must happen under load. */
  private static final Duration SOON = Duration.ofMillis(50);

  private final List<Process> processes = new ArrayList<>();

  @AfterEach
  void endProcesses() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  @Tag(TestTags.ALONE)
  void threeKillsUnderLoadDoNotChangeTheOutputs() throws Exception {
    // Given: continuous load
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, 4);
    List<AgentEvent> events = events();
    Process processor = run(cluster);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        EventFeed load = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      Thread loader = new Thread(() -> events.forEach(load::send), "load");
      loader.start();

      // When
      Random random = new Random(SEED);
      for (int kill = 0; kill < KILLS; kill++) {
        int seen = feed.verdicts().size();
        int more = 1 + random.nextInt(20);
        await().atMost(LIMIT).pollInterval(SOON).until(() -> feed.verdicts().size() >= seen + more);
        processor.destroyForcibly().waitFor();
        processor = run(cluster);
      }
      loader.join();

      // Then
      Map<String, String> expected = undisturbed(events);
      await().atMost(LIMIT).until(() -> outputs(feed).size() >= expected.size());
      List<SpecificRecord> outputs = outputs(feed);
      assertThat(outputs).extracting(CrashIT::id).doesNotHaveDuplicates();
      assertThat(verdictKeys(outputs)).isEqualTo(expected);
      assertThat(feed.deadLetters()).isEmpty();
    }
  }

  @Test
  @Tag(TestTags.CRASH)
  void sigtermEndsCleanlyWithExitCode143AndStateIsReused() throws Exception {
    // Given
    TestCluster cluster = TestCluster.shared();
    String prefix = PREFIX + "term-";
    TopicCatalogue topics = cluster.createTopics(prefix, 2);
    Path state = Path.of("target", "test-state", prefix + "kept");
    Files.deleteIfExists(log(prefix).toPath());
    Process process = run(cluster, prefix, state);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      feed.send(JsonEvents.failure("t", "same"));
      feed.send(JsonEvents.failure("t", "same"));
      await().atMost(LIMIT).until(() -> feed.verdicts().size() == 1);

      // When
      process.destroy();
      int exit = process.waitFor();
      run(cluster, prefix, state);
      feed.send(JsonEvents.failure("t", "same"));
      await().atMost(LIMIT).until(() -> feed.verdicts().size() == 2);

      // Then
      assertThat(exit).isEqualTo(143);
      assertThat(log(prefix)).content().doesNotContain("orrupt");
    }
  }

  private static List<AgentEvent> events() {
    Instant begin = Instant.parse("2026-01-01T00:00:00Z");
    List<AgentEvent> events = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (int task = 0; task < TASKS; task++) {
        String name = "task-" + task;
        Instant at = begin.plusSeconds(round * 60L + task);
        String message = round % (2 + task % 3) == 0 ? "same" : "other " + round;
        events.add(JsonEvents.failure(name, message, name + "/" + round, at));
      }
    }
    return events;
  }

  private static List<SpecificRecord> outputs(EventFeed feed) {
    List<SpecificRecord> outputs = new ArrayList<>(feed.verdicts());
    outputs.addAll(feed.gates());
    return outputs;
  }

  private static Map<String, String> undisturbed(List<AgentEvent> events) {
    try (InProcessTopology process =
        new InProcessTopology(
            Policies.ofSinglePolicy(Policies.preset("default")), InProcessTopology.NO_CLAMP)) {
      List<SpecificRecord> outputs = new ArrayList<>();
      events.forEach(event -> outputs.addAll(process.processEvent(event).outputs()));
      return verdictKeys(outputs);
    }
  }

  private static String id(SpecificRecord output) {
    return output instanceof LoopVerdict verdict
        ? "verdict " + verdict.getVerdictId()
        : "gate " + ((GateTrigger) output).getTriggerId();
  }

  /** All verdicts by id, without input coordinates and decision times. */
  private static Map<String, String> verdictKeys(List<SpecificRecord> outputs) {
    return outputs.stream()
        .collect(
            Collectors.toMap(
                CrashIT::id,
                output -> output.toString().replaceAll(PLACES, ""),
                (a, b) -> a,
                TreeMap::new));
  }

  private Process run(TestCluster cluster) throws Exception {
    return run(cluster, PREFIX, Path.of("target", "test-state", PREFIX + processes.size()));
  }

  private static File log(String prefix) {
    return new File("target/" + prefix + "run.log");
  }

  private Process run(TestCluster cluster, String prefix, Path state) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessBuilder builder =
        new ProcessBuilder(
            java.toString(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            "target/eddyline.jar",
            "run",
            "--bootstrap",
            cluster.bootstrap(),
            "--registry",
            cluster.registryUrl(),
            "--set",
            "topic.prefix=" + prefix,
            "--set",
            "application.id=" + prefix + "eddyline",
            "--set",
            "http.port=0",
            "--set",
            "health.port=0",
            "--set",
            "canary.every=0",
            "--set",
            "session.timeout.ms=2000",
            "--set",
            "heartbeat.interval.ms=500",
            "--set",
            "state.dir=" + state);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log(prefix)));
    Process process = builder.start();
    processes.add(process);
    return process;
  }
}
