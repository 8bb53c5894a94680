package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.eddyline.TestTags;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An application that takes over from another, under a new application.id. */
@Tag(TestTags.CRASH)
class TakeOverIT {

  private static final int PARTITIONS = 2;

  private final TestCluster cluster = TestCluster.shared();

  private Map<String, String> successor(String prefix) {
    return Map.of(
        "application.id", prefix + "successor",
        "predecessor", prefix + "eddyline",
        "warm.from", "48h");
  }

  /** Two tasks with two equal failures each, and one with an open gate. */
  private void runPredecessor(EventFeed feed, String prefix) {
    try (Application first = Application.start(cluster.settings(prefix, Map.of()))) {
      for (String task : new String[] {"two-a", "two-b", "gated"}) {
        feed.send(JsonEvents.failure(task, "same"));
        feed.send(JsonEvents.failure(task, "same"));
      }
      feed.send(JsonEvents.failure("gated", "same"));
      await().until(() -> feed.verdicts().size() == 4 && feed.gates().size() == 1);
    }
  }

  @Test
  void aSuccessorContinuesAtTheCutOver_withCountersAndGates_withoutDuplicates() {
    // Given
    String prefix = "takeover-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      runPredecessor(feed, prefix);
      String gateId = feed.gates().get(0).getGateId();
      feed.send(JsonEvents.failure("two-a", "same"));

      // When: it starts, restarts, and receives a decision
      Map<String, String> successor = successor(prefix);
      try (Application second = Application.start(cluster.settings(prefix, successor))) {
        await().until(() -> feed.gates().size() == 2);
      }
      try (Application again = Application.start(cluster.settings(prefix, successor))) {
        feed.send(JsonEvents.failure("two-b", "same"));
        feed.decide("gated", JsonEvents.approval("gated", gateId));
        await().until(() -> feed.gates().size() == 4);
      }

      // Then
      assertThat(feed.verdicts()).hasSize(6);
      assertThat(feed.verdictsOf("two-a")).extracting(LoopVerdict::getAttempts).contains(3);
      assertThat(feed.verdictsOf("two-b")).extracting(LoopVerdict::getAttempts).contains(3);
      assertThat(feed.gatesOf("gated"))
          .extracting(GateTrigger::getState)
          .containsExactly(GateState.OPENED, GateState.CLOSED);
      assertThat(feed.gatesOf("gated")).extracting(GateTrigger::getGateId).containsOnly(gateId);
      assertThat(feed.resets()).hasSize(1);
    }
  }

  @Test
  void aPartitionInWarmUpDoesNotStartWithoutThePredecessorSetting() {
    // Given: no input since the predecessor ended, so that nothing ends the warm-up
    String prefix = "early-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      runPredecessor(feed, prefix);
      try (Application second = Application.start(cluster.settings(prefix, successor(prefix)))) {
        await().until(second.readiness()::isReady);
        await().until(() -> committed(prefix).equals(ends(topics)));
      }

      // When
      Map<String, String> alone = Map.of("application.id", prefix + "successor");
      try (Application again = Application.start(cluster.settings(prefix, alone))) {
        await().until(again::failed);

        // Then
        assertThat(again.failure().orElseThrow())
            .isInstanceOf(InvalidSettingException.class)
            .hasMessageContaining("has not reached the cut-over")
            .hasMessageContaining("keep --warm-from and --predecessor");
      }
      feed.send(JsonEvents.failure("two-a", "same"));
      try (Application third = Application.start(cluster.settings(prefix, successor(prefix)))) {
        await().until(() -> feed.gatesOf("two-a").size() == 1);
      }
      assertThat(feed.verdicts()).hasSize(5);
    }
  }

  @Test
  void afterTheCutOverThePredecessorMayBeDeleted() throws Exception {
    // Given
    String prefix = "over-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      runPredecessor(feed, prefix);
      IntStream.range(0, 10).forEach(task -> feed.send(JsonEvents.failure("new-" + task, "same")));
      try (Application second = Application.start(cluster.settings(prefix, successor(prefix)))) {
        await().until(() -> committed(prefix).equals(ends(topics)));
      }
      admin.deleteConsumerGroups(List.of(prefix + "eddyline")).all().get();
      admin
          .deleteTopics(
              admin.listTopics().names().get().stream()
                  .filter(topic -> topic.startsWith(prefix + "eddyline-eddyline-"))
                  .toList())
          .all()
          .get();

      // When
      try (Application again = Application.start(cluster.settings(prefix, successor(prefix)))) {
        feed.decide("gated", JsonEvents.approval("gated", feed.newestGateIdOf("gated")));

        // Then
        await().until(() -> feed.gatesOf("gated").size() == 2);
        assertThat(again.failed()).isFalse();
      }
      assertThat(feed.gatesOf("gated"))
          .extracting(GateTrigger::getState)
          .containsExactly(GateState.OPENED, GateState.CLOSED);
    }
  }

  /** The successor's committed offsets of agent-events, by partition. */
  private Map<Integer, Long> committed(String prefix) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      Map<Integer, Long> taken = new HashMap<>();
      GroupOffsets.committedOffsets(admin, prefix + "successor")
          .forEach(
              (partition, offset) -> {
                if (partition.topic().endsWith("agent-events")) {
                  taken.put(partition.partition(), offset);
                }
              });
      return taken;
    }
  }

  private Map<Integer, Long> ends(TopicCatalogue topics) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      Map<Integer, Long> ends = new HashMap<>();
      for (int number = 0; number < PARTITIONS; number++) {
        var partition = new TopicPartition(topics.name(TopicRole.AGENT_EVENTS), number);
        var end =
            admin.listOffsets(Map.of(partition, OffsetSpec.latest())).partitionResult(partition);
        ends.put(number, end.get().offset());
      }
      return ends;
    }
  }

  @Test
  void partitionsMayBeAddedBetweenPredecessorAndSuccessor() throws Exception {
    // Given
    String prefix = "grown-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      runPredecessor(feed, prefix);
      addPartitions(topics, 2 * PARTITIONS);

      // When
      try (Application second = Application.start(cluster.settings(prefix, successor(prefix)));
          EventFeed grown = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
        await().until(second.readiness()::isReady);
        IntStream.range(0, 20)
            .forEach(task -> grown.send(JsonEvents.failure("new-" + task, "same")));
        IntStream.range(0, 20)
            .forEach(task -> grown.send(JsonEvents.failure("new-" + task, "same")));
        await().until(() -> grown.verdicts().size() == 4 + 20);
        grown.send(JsonEvents.failure("two-a", "same"));
        grown.send(JsonEvents.failure("two-b", "same"));
        grown.decide("gated", JsonEvents.approval("gated", grown.newestGateIdOf("gated")));
        await().until(() -> grown.gates().size() == 4);

        // Then
        assertThat(grown.verdictsOf("two-a")).extracting(LoopVerdict::getAttempts).contains(3);
        assertThat(grown.verdictsOf("two-b")).extracting(LoopVerdict::getAttempts).contains(3);
        assertThat(grown.resets()).hasSize(1);
        assertThat(grown.deadLetters()).isEmpty();
      }
    }
  }

  @Test
  void aRunningOrUnknownPredecessorIsRejected() {
    // Given
    String prefix = "running-";
    TopicCatalogue topics = cluster.createTopics(prefix, PARTITIONS);
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics);
        Application first = Application.start(cluster.settings(prefix, Map.of()))) {
      feed.send(JsonEvents.failure("t", "same"));
      feed.send(JsonEvents.failure("t", "same"));
      await().until(() -> feed.verdicts().size() == 1);

      // When / Then
      assertThatExceptionOfType(InvalidSettingException.class)
          .isThrownBy(() -> Application.start(cluster.settings(prefix, successor(prefix))))
          .withMessageContaining("predecessor: group running-eddyline still has")
          .withMessageContaining("stop it first");
      Map<String, String> unknown = new HashMap<>(successor(prefix));
      unknown.put("predecessor", "nobody");
      assertThatExceptionOfType(InvalidSettingException.class)
          .isThrownBy(() -> Application.start(cluster.settings(prefix, unknown)))
          .withMessageContaining("nobody has committed no offsets of running-agent-events");
    }
  }

  private void addPartitions(TopicCatalogue topics, int partitions) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrap()))) {
      Map<String, NewPartitions> more = new HashMap<>();
      topics.all().stream()
          .filter(topic -> !topic.isReference())
          .map(topic -> topic.name())
          .forEach(name -> more.put(name, NewPartitions.increaseTo(partitions)));
      admin.createPartitions(more).all().get();
    }
  }
}
