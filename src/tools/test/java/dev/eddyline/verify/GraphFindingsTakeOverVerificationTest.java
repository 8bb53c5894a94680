package dev.eddyline.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphText;
import dev.eddyline.graph.source.PublishedGraph;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.GraphReport;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verification of graph findings after compaction, or while a partition warms up. */
class GraphFindingsTakeOverVerificationTest {

  private static final TopicCatalogue TOPICS = TopicCatalogue.load("");
  private static final String GRAPHS = TOPICS.name(TopicRole.WORKFLOW_GRAPHS);
  private static final String FINDINGS = TOPICS.name(TopicRole.GRAPH_FINDINGS);
  private static final PublishedGraph ROUND =
      PublishedGraph.of("flow", 4, GraphText.of("graph TD\na --> b\nb --> a\n"));

  private final List<PublishedGraph> graphs = new ArrayList<>(List.of(ROUND));
  private final List<JournalEntry> journal = new ArrayList<>();
  private final List<CommittedRecord> records = new ArrayList<>();

  private void start(long after) {
    entry(TOPICS.name(TopicRole.AGENT_EVENTS), -1, after, JournalKind.START, null);
  }

  private void addActivationEntry(long offset) {
    entry(GRAPHS, offset, 7, JournalKind.GRAPH, "flow");
  }

  private void entry(String topic, long offset, long after, JournalKind kind, String workflow) {
    journal.add(
        new JournalEntry(0, topic, offset, after, Instant.EPOCH, kind, workflow, null, null, null));
  }

  private GraphFindings findings() {
    Source source = new Source(GRAPHS, 0, ROUND.offset(), 0);
    return GraphReport.createGraphFindings(ROUND.graph().orElseThrow(), source, Instant.EPOCH);
  }

  private void committed(GraphFindings value) {
    records.add(
        new CommittedRecord(new TopicPosition(FINDINGS, 0, records.size()), 0, "flow", value));
  }

  private List<String> discrepancies() {
    var run = new CommittedRun(TOPICS, 1, records, journal, List.of(), List.of(), graphs);
    return GraphFindingsCheck.discrepancies(run).stream().map(Discrepancy::toString).toList();
  }

  @Test
  void aTwiceWithdrawnGraphNeedsOneTombstone() {
    // Given
    graphs.add(PublishedGraph.withdrawn("flow", 3));
    graphs.add(PublishedGraph.withdrawn("flow", 5));
    start(-1);
    addActivationEntry(3);
    addActivationEntry(4);
    addActivationEntry(5);

    // When
    committed(null);

    // Then
    assertThat(discrepancies()).isEmpty();
  }

  @Test
  void anOlderTombstoneDoesNotReplaceTheNewest() {
    // Given
    graphs.add(PublishedGraph.withdrawn("flow", 3));
    start(-1);
    addActivationEntry(3);
    addActivationEntry(4);

    // When
    committed(findings());
    committed(null);

    // Then
    assertThat(discrepancies()).anyMatch(it -> it.startsWith("LOST"));
  }

  @Test
  void findingsOfAWarmingPartitionAndItsPredecessorAreConfirmed() {
    // Given
    start(7);

    // When
    committed(findings());
    committed(findings());

    // Then
    assertThat(discrepancies()).isEmpty();
  }

  @Test
  void wrongFindingsOfAWarmingPartitionAreFound() {
    // Given
    start(7);
    GraphFindings wrong = findings();
    wrong.setEdges(99);

    // When
    committed(wrong);

    // Then
    assertThat(discrepancies()).singleElement().asString().contains("another edges: 99");
  }

  @Test
  void withoutATakeOverAnActivationIsRequired() {
    // Given
    start(-1);

    // When
    committed(findings());

    // Then
    assertThat(discrepancies()).singleElement().asString().contains("not caused by an activation");
  }
}
