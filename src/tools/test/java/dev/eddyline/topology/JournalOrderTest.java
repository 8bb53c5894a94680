package dev.eddyline.topology;

import static dev.eddyline.topology.JournalledRun.DECISIONS;
import static dev.eddyline.topology.JournalledRun.ROOT;
import static dev.eddyline.topology.JournalledRun.SIGNALS;

import dev.eddyline.schema.JournalKind;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/** The processing order is rebuilt from a correct journal, and not from a manipulated one. */
class JournalOrderTest {

  private final JournalledRun run = new JournalledRun();

  @Test
  void aMissingJournalRecordIsFound() {
    // Given
    run.journal().remove(run.entry(DECISIONS, 1));

    // When / Then
    run.assertVerificationFailsWith(
        "LOST: partition 0: the journal does not contain gate-decisions 0@1");
  }

  @Test
  void aMissingFirstStartIsFound() {
    // Given
    run.journal().remove(0);

    // When / Then
    run.assertVerificationFailsWith("the journal does not contain a first start");
  }

  @Test
  void aSecondFirstStartIsFound() {
    // Given
    run.journal().add(run.journal().get(0));

    // When / Then
    run.assertVerificationFailsWith("the journal has 2 first starts");
  }

  @Test
  void aFirstStartJournaledTooLateIsReportedBecauseOfTheMissingGate() {
    // Given
    run.journal().get(0).setDecidedAt(TopologyRig.START.plus(Duration.ofHours(2)));

    // When / Then
    run.assertVerificationFailsWith("LoopVerdict of event p-2", "leaderContext");
  }

  @Test
  void aDuplicateJournalRecordIsReportedAsDiscrepancy() {
    // Given
    run.journal().add(run.journal().indexOf(run.entry(DECISIONS, 1)), run.entry(DECISIONS, 1));

    // When / Then
    run.assertVerificationFailsWith("the journal contains gate-decisions 0@1 twice");
  }

  @Test
  void swappedJournalRecordsAreFound() {
    // Given
    Collections.swap(
        run.journal(),
        run.journal().indexOf(run.entry(SIGNALS, 0)),
        run.journal().indexOf(run.entry(SIGNALS, 1)));

    // When / Then
    run.assertVerificationFailsWith(
        "eddyline-signals 0@0 took effect after event 3, the entry before it after event 4");
  }

  @Test
  void swappedPositionsOfTwoDecisionsAreReportedAsDiscrepancy() {
    // Given
    run.entry(DECISIONS, 0).setOffset(1);
    run.journal().stream().filter(it -> it.getAfterOffset() == 2).forEach(it -> it.setOffset(0));

    // When / Then
    run.assertVerificationFailsWith("the journal contains gate-decisions 0@0 after offset 1");
  }

  @Test
  void aJournalRecordWithADecreasingOffsetIsReportedAsDiscrepancy() {
    // Given
    run.entry(DECISIONS, 1).setAfterOffset(0);
    run.entry(DECISIONS, 0).setAfterOffset(1);

    // When / Then
    run.assertVerificationFailsWith(
        "gate-decisions 0@1 took effect after event 0, the entry before it after event 1");
  }

  @Test
  void anInputThatFollowsADeadLetterIsFound() {
    // Given
    run.journal().stream()
        .filter(it -> it.getAfterOffset() == 8)
        .forEach(it -> it.setAfterOffset(7));

    // When / Then
    run.assertVerificationFailsWith("took effect after event 7, which was never processed");
  }

  @Test
  void aDecisionJournaledOneEventLateIsReportedBecauseOfItsEffects() {
    // Given
    run.entry(DECISIONS, 0).setAfterOffset(1);

    // When / Then
    run.assertVerificationFailsWith(
        "agent-events 0@1 causes a LoopVerdict of event e-2, which is not committed");
  }

  @Test
  void aJournalRecordWithoutAnInputIsReportedAsDiscrepancy() {
    // Given
    run.entry(DECISIONS, 3).setOffset(4);

    // When / Then
    run.assertVerificationFailsWith(
        "the journal contains gate-decisions 0@4, which is not an input");
  }

  @Test
  void aMissingJournalRecordOfARejectedInputIsReportedAsDiscrepancy() {
    // Given
    run.journal().remove(run.entry(DECISIONS, 2));

    // When / Then
    run.assertVerificationFailsWith(
        "LOST: partition 0: the journal does not contain gate-decisions 0@2");
  }

  @Test
  void anUndecodableInputNeedsNoJournalRecord() {
    // Given
    TopicPosition unreadable = new TopicPosition(DECISIONS, 0, 4);
    run.records().add(new CommittedRecord(unreadable, 0, ROOT, null));
    run.deadLetters().add(unreadable);

    // When / Then
    run.assertVerificationPasses();
  }

  @Test
  void aMissingPolicyActivationIsReportedBecauseOfItsEffects() {
    // Given
    run.journal().removeIf(it -> it.getKind() == JournalKind.POLICY);

    // When / Then
    run.assertVerificationFailsWith("LoopVerdict of event p-3", "policy: ");
  }

  @Test
  void anActivationOfAnUnpublishedPolicyIsReportedAsDiscrepancy() {
    // Given
    run.policies().clear();

    // When / Then
    run.assertVerificationFailsWith(
        "the policy of workflow default was activated by loop-policies 0@7, but none is published");
  }

  @Test
  void aMissingGraphActivationIsReportedBecauseOfItsEffects() {
    // Given
    run.journal().removeIf(it -> it.getKind() == JournalKind.GRAPH);

    // When / Then
    run.assertVerificationFailsWith("LoopVerdict", "is not caused by an input");
  }

  @Test
  void anActivationOfAnUnpublishedGraphIsReportedAsDiscrepancy() {
    // Given
    run.graphs().clear();

    // When / Then
    run.assertVerificationFailsWith(
        "the graph of workflow %s was activated by workflow-graphs 0@2, but none is published"
            .formatted(JournalledRun.GRAPH_TASK_ID));
  }

  @Test
  void anEntryKindOfALaterVersionIsReportedAsDiscrepancy() {
    // Given
    run.entry(DECISIONS, 1).setKind(JournalKind.UNKNOWN);

    // When / Then
    run.assertVerificationFailsWith("gate-decisions 0@1 has an unknown kind");
  }
}
