package dev.eddyline.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.GraphText;
import dev.eddyline.graph.PublishedGraph;
import dev.eddyline.schema.GraphFindings;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.Source;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.GraphReport;
import dev.eddyline.verify.Committed.At;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verification of graph findings after compaction, or while a partition warms up. */
class ToldOfGraphsKeptTest {

  private static final TopicCatalogue TOPICS = TopicCatalogue.load("");
  private static final String GRAPHS = TOPICS.name(TopicRole.WORKFLOW_GRAPHS);
  private static final String FINDINGS = TOPICS.name(TopicRole.GRAPH_FINDINGS);
  private static final PublishedGraph ROUND =
      PublishedGraph.of("flow", 4, GraphText.of("graph TD\na --> b\nb --> a\n"));

  private final List<PublishedGraph> graphs = new ArrayList<>(List.of(ROUND));
  private final List<JournalEntry> journal = new ArrayList<>();
  private final List<Committed> records = new ArrayList<>();

  private void start(long after) {
    entry(TOPICS.name(TopicRole.AGENT_EVENTS), -1, after, JournalKind.START, null);
  }

  private void switched(long offset) {
    entry(GRAPHS, offset, 7, JournalKind.GRAPH, "flow");
  }

  private void entry(String topic, long offset, long after, JournalKind kind, String workflow) {
    journal.add(
        new JournalEntry(0, topic, offset, after, Instant.EPOCH, kind, workflow, null, null, null));
  }

  private GraphFindings said() {
    Source source = new Source(GRAPHS, 0, ROUND.offset(), 0);
    return GraphReport.of(ROUND.graph().orElseThrow(), source, Instant.EPOCH);
  }

  private void committed(GraphFindings value) {
    records.add(new Committed(new At(FINDINGS, 0, records.size()), 0, "flow", value));
  }

  private List<String> discrepancies() {
    var run = new CommittedRun(TOPICS, 1, records, journal, List.of(), List.of(), graphs);
    return ToldOfGraphs.discrepancies(run).stream().map(Discrepancy::toString).toList();
  }

  @Test
  void ofAGraphThatWasTakenBackTwiceTheLastTombstoneIsEnough() {
    // Given
    graphs.add(PublishedGraph.withdrawn("flow", 3));
    graphs.add(PublishedGraph.withdrawn("flow", 5));
    start(-1);
    switched(3);
    switched(4);
    switched(5);

    // When
    committed(null);

    // Then
    assertThat(discrepancies()).isEmpty();
  }

  @Test
  void aTombstoneInPlaceOfTheNewestIsNotEnough() {
    // Given
    graphs.add(PublishedGraph.withdrawn("flow", 3));
    start(-1);
    switched(3);
    switched(4);

    // When
    committed(said());
    committed(null);

    // Then
    assertThat(discrepancies()).anyMatch(it -> it.startsWith("LOST"));
  }

  @Test
  void whatAWarmingPartitionSaidIsConfirmed_alsoWhatAnotherApplicationSaidBefore() {
    // Given
    start(7);

    // When
    committed(said());
    committed(said());

    // Then
    assertThat(discrepancies()).isEmpty();
  }

  @Test
  void whatAWarmingPartitionSaidWronglyIsFound() {
    // Given
    start(7);
    GraphFindings wrong = said();
    wrong.setEdges(99);

    // When
    committed(wrong);

    // Then
    assertThat(discrepancies()).singleElement().asString().contains("another edges: 99");
  }

  @Test
  void withoutATakeOverItNeedsASwitch() {
    // Given
    start(-1);

    // When
    committed(said());

    // Then
    assertThat(discrepancies()).singleElement().asString().contains("not caused by an activation");
  }
}
