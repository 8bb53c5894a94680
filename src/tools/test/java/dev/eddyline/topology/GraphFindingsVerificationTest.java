package dev.eddyline.topology;

import static dev.eddyline.topology.JournalledRun.FINDINGS;
import static dev.eddyline.topology.JournalledRun.VERDICTS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.GraphFindings;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import org.junit.jupiter.api.Test;

/** Verification confirms correct graph findings, and no manipulated ones. */
class GraphFindingsVerificationTest {

  private final JournalledRun run = new JournalledRun();

  private CommittedRecord graphFindingsRecord() {
    return run.records().stream()
        .filter(it -> it.position().topic().equals(FINDINGS))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void correctGraphFindingsAreConfirmed_atAnyTime() {
    // Given
    ((GraphFindings) graphFindingsRecord().value()).setDecidedAt(seconds(9_999));

    // When
    run.assertVerificationPasses();

    // Then
    assertThat(graphFindingsRecord().key()).isEqualTo(JournalledRun.GRAPH_TASK_ID);
  }

  @Test
  void aLostRecordIsFound() {
    // Given
    run.records().remove(graphFindingsRecord());

    // When / Then
    run.assertVerificationFailsWith(
        "LOST: the findings of the graph of workflow %s (workflow-graphs, offset 2) are not"
            .formatted(JournalledRun.GRAPH_TASK_ID));
  }

  @Test
  void aDuplicateGraphFindingsRecordIsReportedAsDiscrepancy() {
    // Given
    CommittedRecord findingsRecord = graphFindingsRecord();
    run.records()
        .add(
            new CommittedRecord(
                new TopicPosition(FINDINGS, 0, 9),
                0L,
                findingsRecord.key(),
                findingsRecord.value()));

    // When / Then
    run.assertVerificationFailsWith("DOUBLED: the findings of the graph", "graph-findings 0@0");
  }

  @Test
  void aChangedGraphFindingsRecordIsReportedAsDiscrepancy() {
    // Given
    ((GraphFindings) graphFindingsRecord().value()).setEdges(99);

    // When / Then
    run.assertVerificationFailsWith(
        "DIFFERENT: the findings of the graph", "another edges: 99, by the rules 4");
  }

  @Test
  void aGraphFindingsRecordWithoutACauseIsReportedAsDiscrepancy() {
    // Given
    run.records().add(new CommittedRecord(new TopicPosition(FINDINGS, 0, 9), 0L, "other", null));

    // When / Then
    run.assertVerificationFailsWith(
        "DIFFERENT: the findings of the graph of workflow other", "by an activation");
  }

  @Test
  void aMissingVerdictOnATransitionOffTheGraphIsReportedAsDiscrepancy() {
    // Given
    run.records()
        .removeIf(
            it -> it.position().topic().equals(VERDICTS) && it.value() == run.verdict("w-off"));

    // When / Then
    run.assertVerificationFailsWith("LOST", "LoopVerdict of event w-off");
  }
}
