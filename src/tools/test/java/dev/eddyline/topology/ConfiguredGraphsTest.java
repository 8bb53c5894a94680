package dev.eddyline.topology;

import static dev.eddyline.topology.TopologyRig.START;
import static dev.eddyline.topology.TopologyRig.TOPICS;
import static dev.eddyline.topology.TopologyRig.keyOf;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.graph.source.GraphSource;
import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.LoadedGraph;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GraphState;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Transition;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import dev.eddyline.verify.CommittedRun;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Recomputation;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Configured graphs: which are activations, and how the verifier handles them. */
class ConfiguredGraphsTest {

  private static final String EVENTS = TOPICS.name(TopicRole.AGENT_EVENTS);
  private static final String VERDICTS = TOPICS.name(TopicRole.LOOP_VERDICTS);
  private static final String TASK = keyOf(0, 1);
  private static final Policies POLICIES = Policies.ofSinglePolicy(Policies.preset("graph"));
  private static final LoadedGraph ROUND =
      LoadedGraph.read("flow", GraphText.of(TestGraphSource.cyclicGraphYaml("flow")));
  private static final GraphSnapshot CONFIGURED = GraphSnapshot.of(List.of(ROUND));

  private final TopologyRig rig =
      new TopologyRig(
          TopologyRig.parts(
                  TOPICS,
                  1,
                  StoreType.IN_MEMORY,
                  TopologyRig.mockRegistry(),
                  PolicySource.ofFixedPolicies(POLICIES))
              .withGraphs(() -> CONFIGURED));
  private final List<CommittedRecord> records = new ArrayList<>();
  private final List<JournalEntry> journal = new ArrayList<>();

  @BeforeEach
  void pipeRepeatedCycle() {
    for (int move = 0; move < 7; move++) {
      boolean there = move % 2 == 0;
      var moved = new Transition(there ? "build" : "test", there ? "test" : "build", "", false);
      AgentEvent event = TopologyEvents.event(TASK, "e-" + move, seconds(move), moved);
      event.setWorkflow("flow");
      rig.pipe(
          EVENTS,
          TopologyRig.bytes(TASK),
          rig.bytes(EVENTS, event),
          new RecordHeaders(),
          event.getOccurredAt());
      long time = event.getOccurredAt().toEpochMilli();
      records.add(new CommittedRecord(new TopicPosition(EVENTS, 0, move), time, TASK, event));
    }
    long offset = 0;
    for (TestRecord<String, LoopVerdict> it : rig.published(VERDICTS, LoopVerdict.class)) {
      TopicPosition at = new TopicPosition(VERDICTS, 0, offset++);
      records.add(new CommittedRecord(at, it.timestamp(), it.key(), it.value()));
    }
    journal.addAll(rig.wholeJournal());
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private List<Discrepancy> verified(GraphSnapshot... configured) {
    var run = new CommittedRun(TOPICS, 1, records, journal, List.of(), List.of(), List.of());
    return Recomputation.discrepancies(run, POLICIES, List.of(configured));
  }

  private void assertActivation(long after, String version) {
    journal.add(
        new JournalEntry(
            0,
            TOPICS.name(TopicRole.WORKFLOW_GRAPHS),
            -1L,
            after,
            START,
            JournalKind.GRAPH,
            "flow",
            null,
            version,
            null));
  }

  @Test
  void theVerifierUsesConfiguredGraphs() {
    // Given: one cycle too many
    assertThat(records).hasSizeGreaterThan(7);

    // When / Then
    assertThat(verified(CONFIGURED)).isEmpty();
    assertThat(verified(GraphSnapshot.NONE)).isNotEmpty();
  }

  @Test
  void addingAGraphToTheConfigurationIsAnActivation() {
    // Given
    assertActivation(-1, ROUND.version());

    // When / Then
    assertThat(verified(GraphSnapshot.NONE, CONFIGURED)).isEmpty();
    assertThat(verified(GraphSnapshot.NONE))
        .extracting(Discrepancy::toString)
        .anyMatch(it -> it.contains(", which is not configured"));
  }

  @Test
  void removingAGraphFromTheConfigurationIsAnActivation() {
    // Given
    assertActivation(-1, null);

    // When / Then
    assertThat(verified(CONFIGURED)).isNotEmpty();
    records.removeIf(it -> it.position().topic().equals(VERDICTS));
    assertThat(verified(CONFIGURED)).isEmpty();
  }

  @Test
  void aGraphAddedAtALaterStartIsAnActivation_atTheFirstStartItIsNot() {
    // Given
    var store = rig.driver().<String, GraphState>getKeyValueStore("eddyline-graphs");
    store.delete("flow");
    GraphSource source = () -> CONFIGURED;

    // When
    List<ConfigActivation> later =
        new PartitionGraphs(source, store, false, "flow"::equals).applyChanges();
    store.delete("flow");
    List<ConfigActivation> first =
        new PartitionGraphs(source, store, true, "flow"::equals).applyChanges();

    // Then
    assertThat(later)
        .containsExactly(
            new ConfigActivation(
                JournalKind.GRAPH, TopicRole.WORKFLOW_GRAPHS, "flow", -1L, null, ROUND.version()));
    assertThat(first).isEmpty();
    assertThat(journal).extracting(JournalEntry::getKind).containsExactly(JournalKind.START);
  }
}
