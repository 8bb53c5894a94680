package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.config.Settings;
import dev.eddyline.meaning.MeaningWorkers;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.verify.CommittedOffsets;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.Recomputation;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that only the sentence model can compare, including a burst; broker and model are real.
 */
@Tag(TestTags.SERVERS)
class MeaningIT {

  private static final String PREFIX = "meaning-";
  private static final String OTHERS = "meaning-others-";
  private static final String BY_MEANING =
      """
      name: default
      similar_response: {measure: meaning, threshold: 0.85}
      repeated_action: {nearBy: meaning, near: 2}
      """;
  private static final int PARTITIONS = 2;
  private static final int FEW = 20;
  private static final int BURST = 300;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @Test
  void aBurstOfMeaningRequestsDelaysNoOtherTask_andLosesNone() {
    // Given: a processor whose model is unavailable
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Settings away = cluster.settings(PREFIX, Map.of("meaning.threads", "0"));
    Settings there = cluster.settings(PREFIX, Map.of("meaning.threads", "1"));
    try (Application application = Application.start(away);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        CommittedOffsets taken =
            new CommittedOffsets(cluster.bootstrap(), PREFIX + "eddyline", feed.committed())) {
      assertThat(application.failed()).isFalse();

      // When: requests wait for it, and other tasks follow in the same partitions
      for (int task = 0; task < BURST; task++) {
        publishQuestion(feed, task, "Write unit tests for the %s parser".formatted(name(task)));
        publishQuestion(
            feed, task, "Write thorough unit tests for the %s parser".formatted(name(task)));
      }
      List<String> others = IntStream.range(0, 20).mapToObj(it -> "other-" + it).toList();
      others.forEach(task -> feed.send(JsonEvents.failure(task, "same")));
      others.forEach(task -> feed.send(JsonEvents.failure(task, "same")));

      // Then: those have their verdicts, but none of the burst
      await("verdicts of the others")
          .atMost(LIMIT)
          .until(() -> feed.verdicts().size() >= others.size());
      assertThat(feed.verdicts()).extracting(LoopVerdict::getTaskId).containsAll(others);
      assertThat(loops(feed)).isEmpty();

      // When: the model starts, stops meanwhile, and starts again
      MeterRegistry meters = new SimpleMeterRegistry();
      try (MeaningWorkers first = start(there, topics, feed, meters)) {
        await("some are found").atMost(LIMIT).until(() -> !loops(feed).isEmpty());
      }
      try (MeaningWorkers second = start(there, topics, feed, meters)) {
        await("all are found").atMost(LIMIT).until(() -> loops(feed).size() >= BURST);
        await("all was taken").atMost(LIMIT).until(taken::isIdle);
      }

      // Then: each requesting event has one verdict, and outputs follow the journal
      List<LoopVerdict> found = loops(feed);
      assertThat(found)
          .extracting(LoopVerdict::getTaskId)
          .containsExactlyInAnyOrderElementsOf(
              IntStream.range(0, BURST).mapToObj(MeaningIT::task).toList());
      assertThat(found).allSatisfy(it -> assertThat(it.getLoopCount()).isEqualTo(1));
      assertThat(found).allSatisfy(it -> assertThat(it.getMeasured()).isGreaterThan(0.85));
      CommittedRun run = feed.committed().read(PARTITIONS);
      assertThat(
              Recomputation.discrepancies(run, Policies.ofSinglePolicy(Policies.preset("default"))))
          .isEmpty();
    }
  }

  @Test
  void responsesAndFailedCallsAreComparedByTheModel(@TempDir Path folder) throws IOException {
    // Given: a processor whose model is unavailable
    TestCluster cluster = TestCluster.shared();
    TopicCatalogue topics = cluster.createTopics(OTHERS, PARTITIONS);
    Path policy = Files.writeString(folder.resolve("meaning.yaml"), BY_MEANING);
    Map<String, String> away = Map.of("meaning.threads", "0", "policy", policy.toString());
    Settings there = cluster.settings(OTHERS, Map.of("meaning.threads", "1"));
    try (Application application = Application.start(cluster.settings(OTHERS, away));
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        CommittedOffsets taken =
            new CommittedOffsets(cluster.bootstrap(), OTHERS + "eddyline", feed.committed())) {
      assertThat(application.failed()).isFalse();
      for (int task = 0; task < FEW; task++) {
        publishMessage(feed, task, "Write unit tests for the parser");
        publishMessage(feed, task, "Write thorough and complete unit tests for the parser");
        publishFailedCall(feed, task, 1, "Which index would speed up the orders query?");
        publishFailedCall(
            feed, task, 2, "What index should I add to make the orders query faster?");
      }
      await("all was taken").atMost(LIMIT).until(taken::isIdle);
      assertThat(feed.verdicts()).isEmpty();

      // When
      try (MeaningWorkers model = start(there, topics, feed, new SimpleMeterRegistry())) {
        await("all are found").atMost(LIMIT).until(() -> feed.verdicts().size() >= 2 * FEW);
        await("all was taken").atMost(LIMIT).until(taken::isIdle);
      }

      // Then
      assertThat(feed.verdicts())
          .extracting(LoopVerdict::getLoopType)
          .filteredOn(it -> it == LoopType.SIMILAR_RESPONSE)
          .hasSize(FEW);
      assertThat(feed.verdicts())
          .extracting(LoopVerdict::getPattern)
          .filteredOn("near"::equals)
          .hasSize(FEW);
      CommittedRun run = feed.committed().read(PARTITIONS);
      assertThat(
              Recomputation.discrepancies(
                  run, Policies.ofSinglePolicy(PolicyReader.read("meaning", BY_MEANING))))
          .isEmpty();
    }
  }

  private static void publishMessage(EventFeed feed, int task, String text) {
    feed.send(
        JsonEvents.json(
            ("{\"taskId\":\"%s\",\"agentId\":\"dev\",\"type\":\"response_produced\","
                    + "\"step\":\"work\",\"text\":\"%s\"}")
                .formatted(task(task), text)));
  }

  private static void publishFailedCall(EventFeed feed, int task, int call, String question) {
    String of =
        "{\"taskId\":\"%s\",\"agentId\":\"dev\",\"callId\":\"c%d\",\"tool\":\"ask\","
            .formatted(task(task), call);
    feed.send(
        JsonEvents.json(of + "\"type\":\"tool_called\",\"arguments\":\"%s\"}".formatted(question)));
    feed.send(
        JsonEvents.json(
            of + "\"type\":\"tool_returned\",\"output\":\"no answer\",\"isError\":true}"));
  }

  private static MeaningWorkers start(
      Settings settings, TopicCatalogue topics, EventFeed feed, MeterRegistry meters) {
    return MeaningWorkers.start(settings, topics, feed.registry(), meters, ended -> {});
  }

  private static List<LoopVerdict> loops(EventFeed feed) {
    return feed.verdicts().stream()
        .filter(verdict -> verdict.getLoopType() == LoopType.COLLABORATION_LOOP)
        .toList();
  }

  private static void publishQuestion(EventFeed feed, int task, String request) {
    feed.send(
        JsonEvents.json(
            ("{\"taskId\":\"%s\",\"agentId\":\"dev\",\"type\":\"collaboration_requested\","
                    + "\"toAgent\":\"tester\",\"request\":\"%s\"}")
                .formatted(task(task), request)));
  }

  private static String task(int number) {
    return "burst-" + number;
  }

  /** A distinct lower-case word for each number. */
  private static String name(int number) {
    return "" + (char) ('b' + number / 20) + "el" + (char) ('a' + number % 20) + "r";
  }
}
