package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopMemory;
import dev.eddyline.schema.RemedyKind;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedRecord;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The published loop memory can be recomputed, as far as compaction retains it. */
class LoopMemoryVerificationTest {

  private static final String MEMORY = TopologyRig.TOPICS.name(TopicRole.LOOP_MEMORY);

  private final JournalledRun run = new JournalledRun();

  /** All records of the case that was published twice: open, and after its loop came back. */
  private List<CommittedRecord> recordsOfUpdatedCase() {
    List<CommittedRecord> all = run.records().stream().filter(it -> isCase(it)).toList();
    List<CommittedRecord> twice =
        all.stream()
            .filter(it -> all.stream().filter(other -> other.key().equals(it.key())).count() == 2)
            .toList();
    assertThat(twice).hasSize(2);
    return twice;
  }

  private static boolean isCase(CommittedRecord record) {
    return record.value() instanceof LoopMemory;
  }

  private void replace(CommittedRecord record, CommittedRecord by) {
    run.records().replaceAll(it -> it == record ? by : it);
  }

  private static CommittedRecord at(long offset, CommittedRecord record) {
    return new CommittedRecord(
        new TopicPosition(MEMORY, 0, offset), record.timestamp(), record.key(), record.value());
  }

  /** The erasure of the case. */
  private static CommittedRecord erasure(String key) {
    return new CommittedRecord(new TopicPosition(MEMORY, 0, 99), 0, key, null);
  }

  @Test
  void theLoopMemoryOfARunIsConfirmed() {
    // When
    run.assertVerificationPasses();

    // Then: some cases were settled at once, and one was published as open before
    assertThat(run.records())
        .filteredOn(LoopMemoryVerificationTest::isCase)
        .extracting(it -> ((LoopMemory) it.value()).getKind())
        .contains(RemedyKind.GUIDANCE, RemedyKind.HINT, RemedyKind.REJECTION);
    assertThat(recordsOfUpdatedCase())
        .extracting(it -> ((LoopMemory) it.value()).getOpenUntil() != null)
        .containsExactly(true, false);
  }

  @Test
  void aLostCaseIsFound() {
    // Given
    LoopMemory rejected = run.value(LoopMemory.class, it -> it.getKind() == RemedyKind.REJECTION);
    run.records().removeIf(it -> it.value() == rejected);

    // When / Then
    run.assertVerificationFailsWith(
        "LOST: ", "causes a LoopMemory of event d-4, which is not committed");
  }

  @Test
  void aCaseOfWhichTheNewestRecordIsLostIsFound() {
    // Given
    run.records().remove(recordsOfUpdatedCase().get(1));

    // When / Then
    run.assertVerificationFailsWith(
        "LOST: ", "causes a LoopMemory of event d-2, which is not committed");
  }

  @Test
  void aReplacedRecordOfACaseMayBeCompacted() {
    // Given
    run.records().remove(recordsOfUpdatedCase().get(0));

    // When / Then
    run.assertVerificationPasses();
  }

  @Test
  void anErasedCaseMayBeMissing() {
    // Given
    List<CommittedRecord> twice = recordsOfUpdatedCase();
    run.records().removeAll(twice);
    run.records().add(erasure(twice.get(0).key()));

    // When / Then
    run.assertVerificationPasses();
  }

  @Test
  void anErasedCaseBeforeCompactionIsAccepted() {
    // Given
    run.records().add(erasure(recordsOfUpdatedCase().get(0).key()));

    // When / Then
    run.assertVerificationPasses();
  }

  @Test
  void aDuplicateCaseIsReportedAsDiscrepancy() {
    // Given
    run.records().add(at(99, recordsOfUpdatedCase().get(1)));

    // When / Then
    run.assertVerificationFailsWith("DOUBLED: ", "LoopMemory of event d-2", "is a duplicate");
  }

  @Test
  void aChangedCaseIsFoundWithItsField() {
    // Given
    ((LoopMemory) recordsOfUpdatedCase().get(1).value()).setHelped(1);

    // When / Then
    run.assertVerificationFailsWith(
        "DIFFERENT: ", "LoopMemory of event d-2", "helped: 1, by the rules 0");
  }

  @Test
  void aChangedRecordOfACaseIsReportedAsDiscrepancy_evenIfReplacedLater() {
    // Given
    ((LoopMemory) recordsOfUpdatedCase().get(0).value()).setRemedy("another");

    // When / Then
    run.assertVerificationFailsWith(
        "DIFFERENT: ", "LoopMemory of event d-2", "remedy: another, by the rules ");
  }

  @Test
  void aCaseWithoutACausingInputIsReportedAsDiscrepancy() {
    // Given
    CommittedRecord made = recordsOfUpdatedCase().get(1);
    CommittedRecord elsewhere =
        new CommittedRecord(new TopicPosition(MEMORY, 0, 99), 0, "another/key", made.value());
    run.records().add(elsewhere);

    // When / Then
    run.assertVerificationFailsWith("DIFFERENT: ", "loop-memory 0@99", "is not caused by an input");
  }

  @Test
  void aCaseUnderAnotherKeyIsFound() {
    // Given
    CommittedRecord moved = recordsOfUpdatedCase().get(1);
    replace(
        moved,
        new CommittedRecord(moved.position(), moved.timestamp(), "another/key", moved.value()));

    // When / Then
    run.assertVerificationFailsWith("LOST: ", "DIFFERENT: ", "is not caused by an input");
  }

  @Test
  void casesInAnotherOrderAreFound() {
    // Given
    CommittedRecord first = recordsOfUpdatedCase().get(0);
    replace(first, at(99, first));

    // When / Then
    run.assertVerificationFailsWith("DIFFERENT: ", "after the record at offset 99");
  }
}
