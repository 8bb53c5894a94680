package dev.eddyline.topology;

import static dev.eddyline.topology.TestGraphSource.cyclicGraphYaml;
import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphText;
import dev.eddyline.metrics.Metric;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FlawKind;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.GraphFlaw;
import dev.eddyline.schema.GraphState;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Transition;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Graphs that are published, replaced and withdrawn while a partition processes records. */
class GraphActivationTest {

  private static final String GRAPHS = TOPICS.name(TopicRole.WORKFLOW_GRAPHS);
  private static final int PARTITIONS = 4;
  private static final String HOME = keyOf(0, PARTITIONS);
  private static final String ELSEWHERE = keyOf(1, PARTITIONS);
  private static final String TASK = keyOf(0, PARTITIONS);

  private final TestGraphSource published = new TestGraphSource();
  private final TopologyRig rig =
      new TopologyRig(
          TopologyRig.parts(
                  TOPICS,
                  PARTITIONS,
                  StoreType.IN_MEMORY,
                  TopologyRig.mockRegistry(),
                  PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset("graph"))))
              .withGraphs(published));
  private int events;

  @AfterEach
  void close() {
    rig.close();
  }

  private void pipeTransition(String workflow, String from, String to) {
    events++;
    AgentEvent event =
        TopologyEvents.event(
            TASK, "e-" + events, seconds(events), new Transition(from, to, "because", false));
    event.setWorkflow(workflow);
    rig.pipe(event);
  }

  private List<LoopVerdict> pipeCycles(String workflow, int rounds) {
    List<LoopVerdict> verdicts = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      pipeTransition(workflow, "build", "test");
      pipeTransition(workflow, "test", "build");
      verdicts.addAll(rig.verdicts());
    }
    return verdicts;
  }

  private static String graphVersion(String yaml) {
    return GraphText.of(yaml).version();
  }

  private static JournalEntry entry(String workflow, long offset, long after, String version) {
    return new JournalEntry(
        0, GRAPHS, offset, after, START, JournalKind.GRAPH, workflow, null, version, null);
  }

  private List<TestRecord<String, GraphFindings>> findings() {
    return findings(rig);
  }

  private static List<TestRecord<String, GraphFindings>> findings(TopologyRig rig) {
    rig.driver().advanceWallClockTime(Duration.ofSeconds(2));
    return rig.published(TOPICS.name(TopicRole.GRAPH_FINDINGS), GraphFindings.class);
  }

  @Test
  void graphTakesEffectAtNextRecord_andJournalContainsPreviousRecordOffset() {
    // Given
    assertThat(pipeCycles(HOME, 2)).isEmpty();

    // When
    published.put(HOME, 4, cyclicGraphYaml("round"));

    // Then
    assertThat(pipeCycles(HOME, 2)).isEmpty();
    assertThat(pipeCycles(HOME, 1))
        .singleElement()
        .extracting(LoopVerdict::getLoopType)
        .isEqualTo(LoopType.UNBOUNDED_RETRY);
    assertThat(rig.journal())
        .containsExactly(entry(HOME, 4, 3, graphVersion(cyclicGraphYaml("round"))));
    assertThat(StoreContents.all(rig.driver())).containsKey("eddyline-graphs " + HOME);
  }

  @Test
  void findingsArePublishedOnce_byTheHomePartitionOfTheWorkflow() {
    // Given
    published.put(HOME, 4, cyclicGraphYaml("round")).put(ELSEWHERE, 5, cyclicGraphYaml("round"));

    // When
    pipeCycles(HOME, 2);

    // Then
    assertThat(findings())
        .singleElement()
        .satisfies(
            record -> {
              GraphFindings found = record.value();
              assertThat(record.key()).isEqualTo(HOME);
              assertThat(found.getWorkflow()).isEqualTo(HOME);
              assertThat(found.getVersion()).isEqualTo(graphVersion(cyclicGraphYaml("round")));
              assertThat(found.getSource().getTopic()).isEqualTo(GRAPHS);
              assertThat(found.getSource().getOffset()).isEqualTo(4);
              GraphFlaw flaw = found.getFindings().get(0);
              assertThat(flaw.getKind()).isEqualTo(FlawKind.UNBOUNDED_CYCLE);
              assertThat(flaw.getCycle()).containsExactly("build", "test");
              assertThat(flaw.getRemedies()).isNotEmpty();
              assertThat(flaw.getRemedies().get(0).getRecommended()).isTrue();
              assertThat(flaw.getRemedies()).allMatch(remedy -> !remedy.getPrice().isBlank());
            });
  }

  @Test
  void findingsArePublishedBeforeAnyEvent() {
    // When
    published.put(HOME, 4, cyclicGraphYaml("round"));

    // Then
    assertThat(findings()).extracting(TestRecord::key).containsExactly(HOME);
  }

  @Test
  void findingsArePublishedDuringWarmUp() {
    // Given: none of the predecessor's input is reprocessed yet
    try (TopologyRig warming =
        TakeOverRig.rig(PARTITIONS, TakeOverRig.takeOverAtEventOffset(2, Map.of()), published)) {
      // When
      published.put(HOME, 4, cyclicGraphYaml("round"));

      // Then
      assertThat(findings(warming)).extracting(TestRecord::key).containsExactly(HOME);
      assertThat(warming.wholeJournal()).isEmpty();
    }
  }

  @Test
  void aWithdrawnGraphPublishesATombstone_andItsTasksAreNoLongerChecked() {
    // Given
    published.put(HOME, 4, cyclicGraphYaml("round"));
    pipeCycles(HOME, 2);
    findings();
    rig.journal();

    // When
    published.withdraw(HOME, 5);

    // Then
    assertThat(pipeCycles(HOME, 3)).isEmpty();
    assertThat(findings())
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.key()).isEqualTo(HOME);
              assertThat(record.value()).isNull();
            });
    JournalEntry switched = entry(HOME, 5, 3, null);
    switched.setDecidedAt(START.plusSeconds(2));
    assertThat(rig.journal()).containsExactly(switched);
  }

  @Test
  void anInstanceWithAnOlderSnapshotNeverRevertsTheGraph() {
    // Given
    published.put(HOME, 4, cyclicGraphYaml("old")).put(HOME, 8, cyclicGraphYaml("new"));
    pipeCycles(HOME, 1);
    rig.journal();

    // When
    published.replaceWith(new TestGraphSource().put(HOME, 4, cyclicGraphYaml("old")));
    pipeCycles(HOME, 1);

    // Then
    assertThat(rig.journal()).isEmpty();
  }

  @Test
  void theNewerOfTwoGraphsForAWorkflowIsUsed() {
    // Given
    String straight = "name: x\nnodes: [build, test]\nedges:\n  - {from: build, to: test}\n";

    // When
    published.put(HOME, 4, cyclicGraphYaml("round")).put(HOME, 5, straight);

    // Then
    assertThat(pipeCycles(HOME, 4)).extracting(LoopVerdict::getLoopType).containsOnly(LoopType.OK);
    assertThat(rig.journal()).containsExactly(entry(HOME, 5, -1, graphVersion(straight)));
  }

  @Test
  void transitionsOffTheGraphAreCounted() {
    // Given
    published.put(HOME, 4, cyclicGraphYaml("round"));

    // When
    pipeTransition(HOME, "build", "test");
    pipeTransition(HOME, "test", "guess");
    pipeTransition(HOME, "guess", "build");
    pipeTransition("another", "guess", "build");

    // Then
    assertThat(rig.meters().get(Metric.TRANSITIONS_UNKNOWN.id()).counter().count()).isEqualTo(2);
  }

  @Test
  void aRestartedPartitionUsesItsStoredGraph() {
    // Given
    published.put(HOME, 4, cyclicGraphYaml("round"));
    pipeCycles(HOME, 1);
    var store = rig.driver().<String, GraphState>getKeyValueStore("eddyline-graphs");

    // When: the topic no longer contains it
    PartitionGraphs again = new PartitionGraphs(new TestGraphSource(), store, false, HOME::equals);

    // Then
    assertThat(again.applyChanges()).isEmpty();
    assertThat(again.snapshotInUse().of(HOME)).isPresent();
  }

  @Test
  void aGraphParsedByTheSourceIsReused() {
    // Given
    published.put(HOME, 4, cyclicGraphYaml("round"));
    pipeCycles(HOME, 1);
    var store = rig.driver().<String, GraphState>getKeyValueStore("eddyline-graphs");

    // When
    PartitionGraphs again = new PartitionGraphs(published, store, false, HOME::equals);

    // Then
    assertThat(again.snapshotInUse().of(HOME).orElseThrow())
        .isSameAs(published.current().of(HOME).orElseThrow());
  }

  @Test
  void unreadableStoredGraphFallsBackToConfiguration() {
    // Given
    published.put(HOME, 4, cyclicGraphYaml("round"));
    pipeCycles(HOME, 1);
    var store = rig.driver().<String, GraphState>getKeyValueStore("eddyline-graphs");
    GraphState storedState = store.get(HOME);
    storedState.getGraph().setText("name: [");
    store.put(HOME, storedState);

    // When
    PartitionGraphs again = new PartitionGraphs(new TestGraphSource(), store, false, HOME::equals);

    // Then
    assertThat(again.snapshotInUse().of(HOME)).isEmpty();
    assertThat(again.applyChanges()).extracting(ConfigActivation::version).containsOnlyNulls();
    assertThat(again.applyChanges()).isEmpty();
  }
}
