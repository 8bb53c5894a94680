package dev.eddyline.topology.drawing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyEvents;
import dev.eddyline.topology.TopologyRig;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyDescription.Node;
import org.apache.kafka.streams.TopologyDescription.Subtopology;
import org.junit.jupiter.api.Test;

/** Names of state stores and internal topics: changing one loses its data. */
class TopologyNamesTest {

  @Test
  void nodeAndStoreNamesAreStable() {
    try (TopologyRig rig = new TopologyRig()) {
      // When
      Set<Subtopology> parts = rig.topology().describe().subtopologies();

      // Then
      assertThat(parts).as("one commit for a verdict: one sub-topology").hasSize(1);
      List<Node> nodes = TopologyDrawing.byName(parts.iterator().next().nodes());
      assertThat(nodes)
          .extracting(Node::name)
          .containsExactly(
              "agent-events-source",
              "decision-receipts-sink",
              "gate-decisions-source",
              "gate-triggers-sink",
              "graph-findings-sink",
              "journal-sink",
              "loop-memory-sink",
              "loop-resets-sink",
              "loop-verdicts-sink",
              "progress-evaluation-requests-sink",
              "progress-evaluations-source",
              "signals-sink",
              "signals-source",
              "tasks");
      assertThat(new TreeSet<>(rig.driver().getAllStateStores().keySet()))
          .containsExactly(
              "eddyline-gates",
              "eddyline-graphs",
              "eddyline-held-roots",
              "eddyline-histories",
              "eddyline-partition",
              "eddyline-policies",
              "eddyline-tasks");
    }
  }

  @Test
  void everyStoreHasItsChangelogAndNoOtherTopicIsCreated() {
    try (TopologyRig rig = new TopologyRig()) {
      // When
      for (int event = 1; event <= 3; event++) {
        rig.pipe(TopologyEvents.failure("T1", "e-" + event, TopologyRig.seconds(event)));
      }

      // Then
      assertThat(new TreeSet<>(rig.driver().producedTopicNames()))
          .containsExactly(
              "eddyline-eddyline-gates-changelog",
              "eddyline-eddyline-histories-changelog",
              "eddyline-eddyline-partition-changelog",
              "eddyline-eddyline-policies-changelog",
              "eddyline-eddyline-tasks-changelog",
              "eddyline-journal",
              "gate-triggers",
              "loop-verdicts");
    }
  }

  @Test
  void generatedNamesAreRejected() {
    // When
    Object configValue =
        TopologyRig.properties().get(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG);

    // Then
    assertThat(configValue).isEqualTo("true");
  }

  @Test
  void everyTopicHasThePrefix() {
    // Given
    var parts =
        TopologyRig.parts(
            TopicCatalogue.load("test."), 1, StoreType.IN_MEMORY, TopologyRig.mockRegistry());

    // When
    String described = EddylineTopology.build(parts).describe().toString();

    // Then
    assertThat(described)
        .contains("topics: [test.agent-events]", "topics: [test.gate-decisions]")
        .contains("topics: [test.progress-evaluations]", "topic: test.progress-evaluation-requests")
        .contains("topics: [test.eddyline-signals]", "topic: test.eddyline-signals")
        .contains("topic: test.loop-verdicts", "topic: test.gate-triggers")
        .contains("topic: test.loop-resets", "topic: test.eddyline-journal");
  }
}
