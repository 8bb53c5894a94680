package dev.eddyline.topology;

import static dev.eddyline.topology.TestGraphSource.cyclicGraphYaml;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphFixtures;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.GraphState;
import dev.eddyline.schema.Transition;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Graph findings are published when they are known, without blocking. */
class GraphFindingsDueTest {

  private static final String GRAPHS = TOPICS.name(TopicRole.WORKFLOW_GRAPHS);
  private static final String HOME = keyOf(0, 4);

  private final TestGraphSource published = new TestGraphSource();
  private final TopologyRig rig =
      new TopologyRig(
          TopologyRig.parts(
                  TOPICS,
                  4,
                  StoreType.IN_MEMORY,
                  TopologyRig.mockRegistry(),
                  PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset("graph"))))
              .withGraphs(published));

  @AfterEach
  void close() {
    rig.close();
  }

  private void pipeTransition(int number, String from, String to) {
    AgentEvent event =
        TopologyEvents.event(
            HOME, "e-" + number, seconds(number), new Transition(from, to, "because", false));
    event.setWorkflow(HOME);
    rig.pipe(event);
  }

  private void pipeThreeCycles() {
    for (int round = 0; round < 3; round++) {
      pipeTransition(2 * round + 1, "build", "test");
      pipeTransition(2 * round + 2, "test", "build");
    }
  }

  private List<TestRecord<String, GraphFindings>> findings() {
    return rig.published(TOPICS.name(TopicRole.GRAPH_FINDINGS), GraphFindings.class);
  }

  @Test
  void graphIsUsedWhileFindingsArePending_andFindingsArePublishedLater() {
    // Given
    published.withFindingsPending().put(HOME, 4, cyclicGraphYaml("round"));
    pipeThreeCycles();
    assertThat(rig.verdicts()).isNotEmpty();
    assertThat(findings()).isEmpty();

    // When
    published.completeAllChecks();
    pipeTransition(7, "build", "test");
    assertThat(findings()).isEmpty();
    rig.driver().advanceWallClockTime(Duration.ofSeconds(2));

    // Then: no input caused it
    assertThat(findings())
        .singleElement()
        .satisfies(
            publishedFindings -> {
              assertThat(publishedFindings.key()).isEqualTo(HOME);
              assertThat(publishedFindings.getRecordTime())
                  .isEqualTo(publishedFindings.value().getDecidedAt());
              assertThat(publishedFindings.headers()).isEmpty();
            });
    rig.driver().advanceWallClockTime(Duration.ofSeconds(2));
    assertThat(findings()).isEmpty();
  }

  @Test
  void aFailedGraphCheckIsPublishedOnce() {
    // Given
    published.put(
        HOME,
        4,
        GraphFixtures.followed(
            HOME,
            cyclicGraphYaml("round"),
            it -> {
              throw new IllegalStateException("never so");
            }));

    // When
    rig.driver().advanceWallClockTime(Duration.ofSeconds(2));

    // Then
    assertThat(findings())
        .singleElement()
        .satisfies(
            publishedFindings -> assertThat(publishedFindings.value().getNotSought()).hasSize(1));
    rig.driver().advanceWallClockTime(Duration.ofSeconds(2));
    assertThat(findings()).isEmpty();
  }

  @Test
  void dueFindingsArePublishedAfterARestart() {
    // Given: the partition ends before the findings are known
    published.withFindingsPending().put(HOME, 4, cyclicGraphYaml("round"));
    pipeThreeCycles();
    var store = rig.driver().<String, GraphState>getKeyValueStore("eddyline-graphs");

    // When
    published.completeAllChecks();
    PartitionGraphs again = new PartitionGraphs(published, store, false, HOME::equals);

    // Then
    assertThat(again.drainDueFindings(GRAPHS, START))
        .singleElement()
        .satisfies(
            publishedFindings ->
                assertThat(publishedFindings.findings().getSource().getOffset()).isEqualTo(4));
    assertThat(again.drainDueFindings(GRAPHS, START)).isEmpty();
    assertThat(
            new PartitionGraphs(published, store, false, HOME::equals)
                .drainDueFindings(GRAPHS, START))
        .isEmpty();
  }
}
