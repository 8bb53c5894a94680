package dev.eddyline.topology;

import static dev.eddyline.topology.JournalledRun.DECISIONS;
import static dev.eddyline.topology.JournalledRun.EVENTS;
import static dev.eddyline.topology.JournalledRun.MISROUTED_TASK_ID;
import static dev.eddyline.topology.JournalledRun.ROOT;
import static dev.eddyline.topology.JournalledRun.SIGNALS;
import static dev.eddyline.topology.JournalledRun.VERDICTS;
import static dev.eddyline.topology.TopologyRig.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.task.scenario.AvroCopier;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import org.junit.jupiter.api.Test;

/** Recomputation confirms a correct run, and no manipulated one. */
class RecomputationTest {

  private static final String GATES = TopologyRig.TOPICS.name(TopicRole.GATE_TRIGGERS);

  private final JournalledRun run = new JournalledRun();

  @Test
  void anUnchangedRunIsConfirmed() {
    // When
    run.assertVerificationPasses();

    // Then: it contains all inputs that affect the order
    assertThat(run.journal()).extracting(JournalEntry::getTopic).contains(DECISIONS, SIGNALS);
    assertThat(run.deadLetters())
        .containsExactly(new TopicPosition(EVENTS, 0, 7), new TopicPosition(DECISIONS, 0, 2));
  }

  @Test
  void aDifferentDecisionTimeIsAccepted() {
    // Given
    run.verdict("e-3").setDecidedAt(seconds(9_999));

    // When / Then
    run.assertVerificationPasses();
  }

  @Test
  void anExpiredReplyIsAccepted() {
    // Given
    run.verdict("e-3").setExpired(true);

    // When / Then
    run.assertVerificationPasses();
  }

  @Test
  void aReminderIsAccepted() {
    // Given
    GateTrigger gate = AvroCopier.deepCopy(run.value(GateTrigger.class, it -> true));
    gate.setState(GateState.REMINDED);
    run.records().add(new CommittedRecord(new TopicPosition(GATES, 0, 99), 0, ROOT, gate));

    // When / Then
    run.assertVerificationPasses();
  }

  @Test
  void allDiscrepanciesAreReported() {
    // Given
    run.verdict("e-3").setLoopCount(7);
    run.records().removeIf(it -> it.value() == run.verdict("s-2"));

    // When / Then
    run.assertVerificationFailsWith("LOST: ", "event s-2", "DIFFERENT: ", "event e-3");
  }

  @Test
  void aChangedVerdictIsFoundWithItsField() {
    // Given
    run.verdict("e-3").setLoopCount(7);

    // When / Then
    run.assertVerificationFailsWith(
        "LoopVerdict of event e-3", "loop-verdicts 0@0", "loopCount: 7, by the rules 1");
  }

  @Test
  void aChangedEvidenceIsFound() {
    // Given
    run.verdict("u-3").getEvidence().get(0).setOffset(99L);

    // When / Then
    run.assertVerificationFailsWith("LoopVerdict of event u-3", "evidence");
  }

  @Test
  void aChangedGateIsFound() {
    // Given
    run.value(GateTrigger.class, gate -> true).setReason("no reason");

    // When / Then
    run.assertVerificationFailsWith("GateTrigger", "reason: no reason, by the rules");
  }

  @Test
  void aChangedResetIsFound() {
    // Given
    run.value(LoopReset.class, reset -> reset.getEventId().equals("d-2")).setPreviousCount(0);

    // When / Then
    run.assertVerificationFailsWith("LoopReset of event d-2", "previousCount: 0, by the rules 1");
  }

  @Test
  void aMissingOutputIsFound() {
    // Given
    run.records().removeIf(it -> it.value() == run.verdict("s-2"));

    // When / Then
    run.assertVerificationFailsWith(
        "LOST: ", "causes a LoopVerdict of event s-2, which is not committed");
  }

  @Test
  void aDuplicateOutputIsReportedAsDiscrepancy() {
    // Given
    LoopVerdict twice = run.verdict("e-3");
    run.records().add(new CommittedRecord(new TopicPosition(VERDICTS, 0, 99), 0, ROOT, twice));

    // When / Then
    run.assertVerificationFailsWith("DOUBLED: ", "LoopVerdict of event e-3", "is a duplicate");
  }

  @Test
  void anOutputUnderAnotherKeyIsFound() {
    // Given
    run.records()
        .replaceAll(
            it ->
                it.value() == run.verdict("e-3")
                    ? new CommittedRecord(
                        it.position(), it.timestamp(), MISROUTED_TASK_ID, it.value())
                    : it);

    // When / Then
    run.assertVerificationFailsWith(
        "LoopVerdict of event e-3", "key: " + MISROUTED_TASK_ID + ", by the rules " + ROOT);
  }

  @Test
  void outputsInAnotherOrderAreFound() {
    // Given
    LoopVerdict first = run.verdict("e-3");
    run.records()
        .replaceAll(
            it ->
                it.value() == first
                    ? new CommittedRecord(new TopicPosition(VERDICTS, 0, 99), 0, it.key(), first)
                    : it);

    // When / Then
    run.assertVerificationFailsWith("LoopVerdict of event s-2", "after the record at offset 99");
  }

  @Test
  void aLostReroutedRecordIsReportedAsDiscrepancy() {
    // Given
    run.records().removeIf(it -> it.position().equals(new TopicPosition(SIGNALS, 0, 1)));
    run.journal().remove(run.entry(SIGNALS, 1));

    // When / Then
    run.assertVerificationFailsWith("causes a StrayRecord, which is not committed");
  }

  @Test
  void aMissingRootUpdateIsReportedAsDiscrepancy() {
    // Given
    TopicPosition rootUpdatePosition = run.firstRootUpdate().position();
    run.records().removeIf(it -> it.position().equals(rootUpdatePosition));
    run.journal().remove(run.entry(SIGNALS, rootUpdatePosition.offset()));

    // When / Then
    run.assertVerificationFailsWith("causes a RootNews, which is not committed");
  }

  @Test
  void aRootUpdateOnTheWrongPartitionIsReportedAsDiscrepancy() {
    // Given
    CommittedRecord rootUpdate = run.firstRootUpdate();
    TopicPosition elsewhere = new TopicPosition(SIGNALS, 1, 0);
    run.records().remove(rootUpdate);
    run.records()
        .add(new CommittedRecord(elsewhere, rootUpdate.timestamp(), ROOT, rootUpdate.value()));
    run.journal().remove(run.entry(SIGNALS, rootUpdate.position().offset()));

    // When / Then
    run.assertVerificationFailsWith("RootNews", "partition: 1, by the rules 0");
  }

  @Test
  void verificationReportsChangedEpochOfSubtaskLoop() {
    // Given
    run.value(Signal.class, it -> it.getBody() instanceof SubtaskLoop loop && raise(loop));

    // When / Then
    run.assertVerificationFailsWith("SubtaskLoop of event u-1", "body");
  }

  private static boolean raise(SubtaskLoop loop) {
    loop.setEpoch(loop.getEpoch() + 1);
    return true;
  }

  @Test
  void aLostDeadLetterIsFound() {
    // Given
    run.deadLetters().remove(new TopicPosition(EVENTS, 0, 7));

    // When / Then
    run.assertVerificationFailsWith(
        "agent-events 0@7 is not dead-lettered, although key must equal taskId");
  }

  @Test
  void aDeadLetterOfAValidRecordIsReportedAsDiscrepancy() {
    // Given
    run.deadLetters().add(new TopicPosition(EVENTS, 0, 10));

    // When / Then
    run.assertVerificationFailsWith(
        "agent-events 0@10 is dead-lettered, although the rules accept it");
  }

  @Test
  void aDeadLetterTwiceIsFound() {
    // Given
    run.deadLetters().add(new TopicPosition(EVENTS, 0, 7));

    // When / Then
    run.assertVerificationFailsWith("agent-events 0@7 is dead-lettered twice");
  }
}
