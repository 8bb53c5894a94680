package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
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
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @Test
  @Tag(TestTags.ALONE)
  void threeKillsUnderLoadDoNotChangeTheOutputs() throws Exception {
    // Given
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, 4);
    List<AgentEvent> events = events();
    int part = events.size() / (KILLS + 1);
    ExecutorService load = Executors.newSingleThreadExecutor();
    try (RunProcess processor = new RunProcess(cluster, PREFIX, "default");
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {

      // When: each kill interrupts a part of the load
      Random random = new Random(SEED);
      for (int kill = 0; kill < KILLS; kill++) {
        int wanted = feed.verdicts().size() + 1 + random.nextInt(20);
        List<AgentEvent> next = events.subList(kill * part, (kill + 1) * part);
        load.execute(() -> next.forEach(feed::send));
        await().atMost(LIMIT).until(() -> feed.verdicts().size() >= wanted);
        processor.killAndRestart();
      }
      load.submit(() -> events.subList(KILLS * part, events.size()).forEach(feed::send)).get();

      // Then
      Map<String, String> expected = undisturbed(events);
      await().atMost(LIMIT).until(() -> outputs(feed).size() >= expected.size());
      List<SpecificRecord> outputs = outputs(feed);
      assertThat(outputs).extracting(CrashIT::id).doesNotHaveDuplicates();
      assertThat(verdictKeys(outputs)).isEqualTo(expected);
      assertThat(feed.deadLetters()).isEmpty();
    } finally {
      load.shutdownNow();
    }
  }

  @Test
  @Tag(TestTags.CRASH)
  void sigtermEndsCleanlyWithExitCode143AndStateIsReused() throws Exception {
    // Given
    TestCluster cluster = TestCluster.shared();
    String prefix = PREFIX + "term-";
    TopicCatalogue topics = cluster.createTopics(prefix, 2);
    Path log = Path.of("target", prefix + "run.log");
    Files.deleteIfExists(log);
    try (RunProcess processor = new RunProcess(cluster, prefix, "default");
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      feed.send(JsonEvents.failure("t", "same"));
      feed.send(JsonEvents.failure("t", "same"));
      await().atMost(LIMIT).until(() -> feed.verdicts().size() == 1);

      // When
      int exit = processor.terminate();
      processor.start();
      feed.send(JsonEvents.failure("t", "same"));
      await().atMost(LIMIT).until(() -> feed.verdicts().size() == 2);

      // Then
      assertThat(exit).isEqualTo(143);
      assertThat(log).content().doesNotContain("orrupt");
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
    InProcessEngine process =
        new InProcessEngine(
            Policies.ofSinglePolicy(Policies.preset("default")), InProcessEngine.NO_CLAMP);
    List<SpecificRecord> outputs = new ArrayList<>();
    events.forEach(event -> outputs.addAll(process.processEvent(event).outputs()));
    return verdictKeys(outputs);
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
}
