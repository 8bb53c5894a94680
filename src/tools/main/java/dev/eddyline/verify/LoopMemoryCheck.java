package dev.eddyline.verify;

import dev.eddyline.verify.CommittedRecord.TopicPosition;
import dev.eddyline.verify.Discrepancy.DiscrepancyKind;
import dev.eddyline.verify.ReferenceExecution.ExpectedRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares loop-memory with the expected records of loops and their remedies.
 *
 * <p>The topic is compacted: only the newest record of a key must exist. Records that a later one
 * of the key replaced may be missing, and so may all records of a key that was erased or
 * overwritten with an unreadable record. Existing records must be expected, as often, and in the
 * order of their partition, which compaction preserves.
 */
final class LoopMemoryCheck {

  /** A record that an input of a partition must cause. */
  private record ExpectedMemory(int partition, TopicPosition input, ExpectedRecord output) {}

  private final Map<String, List<CommittedRecord>> committedRecordsByKey = new LinkedHashMap<>();
  private final Map<String, List<ExpectedMemory>> expectedMemoriesByKey = new LinkedHashMap<>();
  private final List<ExpectedMemory> expectedMemoriesInOrder = new ArrayList<>();
  private final Map<ExpectedMemory, TopicPosition> matchedPositionByExpectedMemory =
      new HashMap<>();
  private final Set<TopicPosition> matchedRecordPositions = new HashSet<>();
  private final List<Discrepancy> discrepancies = new ArrayList<>();

  /**
   * Starts without expected records.
   *
   * @param records all of loop-memory, in the order of offsets
   */
  LoopMemoryCheck(List<CommittedRecord> records) {
    for (CommittedRecord record : records) {
      committedRecordsByKey.computeIfAbsent(record.key(), none -> new ArrayList<>()).add(record);
    }
  }

  /** Adds a record that an input of a partition must cause. */
  void addExpectedMemory(int partition, TopicPosition input, ExpectedRecord effect) {
    ExpectedMemory expected = new ExpectedMemory(partition, input, effect);
    expectedMemoriesByKey.computeIfAbsent(effect.key(), none -> new ArrayList<>()).add(expected);
    expectedMemoriesInOrder.add(expected);
  }

  /**
   * All differences between committed and expected records.
   *
   * @param isComplete whether all expected records are added; only then are others a discrepancy
   */
  List<Discrepancy> discrepancies(boolean isComplete) {
    expectedMemoriesByKey.forEach(
        (key, all) -> compare(all, committedRecordsByKey.getOrDefault(key, List.of())));
    if (isComplete) {
      committedRecordsByKey.forEach(
          (key, records) ->
              reportUnexpectedRecords(expectedMemoriesByKey.getOrDefault(key, List.of()), records));
    }
    checkPublicationOrder();
    return List.copyOf(discrepancies);
  }

  private void compare(List<ExpectedMemory> all, List<CommittedRecord> records) {
    boolean mayBeGone = records.stream().anyMatch(record -> record.value() == null);
    Deque<ExpectedMemory> missing = new ArrayDeque<>();
    Deque<ExpectedMemory> replaced = new ArrayDeque<>();
    for (int i = all.size() - 1; i >= 0; i--) {
      ExpectedMemory expected = all.get(i);
      CommittedRecord match = findNewestUnusedMatch(expected, records);
      if (match != null) {
        matchedPositionByExpectedMemory.put(expected, match.position());
        matchedRecordPositions.add(match.position());
        mayBeGone = true;
      } else {
        (mayBeGone ? replaced : missing).addFirst(expected);
      }
    }
    for (CommittedRecord record : unmatchedRecords(all, records)) {
      ExpectedMemory expected = missing.isEmpty() ? replaced.pollFirst() : missing.pollFirst();
      if (expected != null) {
        String difference = Recomputation.firstDifference(expected.output(), record);
        reportDiscrepancy(
            DiscrepancyKind.DIFFERENT,
            "%s causes %s; the committed one at %s has another %s",
            expected.input(),
            Recomputation.describeRecord(expected.output().value()),
            record.position(),
            difference);
      }
    }
    for (ExpectedMemory expected : missing) {
      String what = Recomputation.describeRecord(expected.output().value());
      reportDiscrepancy(
          DiscrepancyKind.LOST, "%s causes %s, which is not committed", expected.input(), what);
    }
  }

  /** The newest equal record that is not yet matched; null if none. */
  private CommittedRecord findNewestUnusedMatch(
      ExpectedMemory expected, List<CommittedRecord> records) {
    for (int i = records.size() - 1; i >= 0; i--) {
      CommittedRecord record = records.get(i);
      if (matchesRecord(expected, record) && !matchedRecordPositions.contains(record.position())) {
        return record;
      }
    }
    return null;
  }

  private static boolean matchesRecord(ExpectedMemory expected, CommittedRecord record) {
    return record.value() != null
        && Recomputation.firstDifference(expected.output(), record) == null;
  }

  /** Records that are not expected, in the order of offsets. */
  private static List<CommittedRecord> unmatchedRecords(
      List<ExpectedMemory> all, List<CommittedRecord> records) {
    return records.stream()
        .filter(record -> record.value() != null)
        .filter(record -> all.stream().noneMatch(expected -> matchesRecord(expected, record)))
        .toList();
  }

  private void reportUnexpectedRecords(List<ExpectedMemory> all, List<CommittedRecord> records) {
    for (CommittedRecord record : records) {
      boolean isExpected = all.stream().anyMatch(expected -> matchesRecord(expected, record));
      if (isExpected && !matchedRecordPositions.contains(record.position())) {
        reportRecordWithoutCause(DiscrepancyKind.DOUBLED, record);
      }
    }
    unmatchedRecords(all, records).stream()
        .skip(
            all.stream()
                .filter(expected -> !matchedPositionByExpectedMemory.containsKey(expected))
                .count())
        .forEach(record -> reportRecordWithoutCause(DiscrepancyKind.DIFFERENT, record));
  }

  private void reportRecordWithoutCause(DiscrepancyKind kind, CommittedRecord record) {
    reportDiscrepancy(
        kind,
        "%s, committed at %s, is not caused by an input, or is a duplicate",
        Recomputation.describeRecord(record.value()),
        record.position());
  }

  private void checkPublicationOrder() {
    Map<Integer, TopicPosition> lastByPartition = new HashMap<>();
    for (ExpectedMemory expected : expectedMemoriesInOrder) {
      TopicPosition position = matchedPositionByExpectedMemory.get(expected);
      if (position == null) {
        continue;
      }
      TopicPosition last = lastByPartition.put(expected.partition(), position);
      if (last != null && last.offset() >= position.offset()) {
        reportDiscrepancy(
            DiscrepancyKind.DIFFERENT,
            "%s causes %s after the record at offset %d, but it is committed before it, at %s",
            expected.input(),
            Recomputation.describeRecord(expected.output().value()),
            last.offset(),
            position);
      }
    }
  }

  private void reportDiscrepancy(DiscrepancyKind kind, String what, Object... words) {
    discrepancies.add(new Discrepancy(kind, what.formatted(words)));
  }
}
