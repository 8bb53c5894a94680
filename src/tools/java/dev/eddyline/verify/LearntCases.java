package dev.eddyline.verify;

import dev.eddyline.verify.Committed.At;
import dev.eddyline.verify.Discrepancy.Kind;
import dev.eddyline.verify.PureRun.Effect;
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
final class LearntCases {

  /** A record that an input of a partition must cause. */
  private record Told(int partition, At input, Effect effect) {}

  private final Map<String, List<Committed>> committed = new LinkedHashMap<>();
  private final Map<String, List<Told>> told = new LinkedHashMap<>();
  private final List<Told> inOrder = new ArrayList<>();
  private final Map<Told, At> places = new HashMap<>();
  private final Set<At> explained = new HashSet<>();
  private final List<Discrepancy> found = new ArrayList<>();

  /**
   * Starts without expected records.
   *
   * @param records all of loop-memory, in the order of offsets
   */
  LearntCases(List<Committed> records) {
    for (Committed record : records) {
      committed.computeIfAbsent(record.key(), none -> new ArrayList<>()).add(record);
    }
  }

  /** Adds a record that an input of a partition must cause. */
  void caused(int partition, At input, Effect effect) {
    Told one = new Told(partition, input, effect);
    told.computeIfAbsent(effect.key(), none -> new ArrayList<>()).add(one);
    inOrder.add(one);
  }

  /**
   * All differences between committed and expected records.
   *
   * @param isAll whether all expected records are added; only then are others a discrepancy
   */
  List<Discrepancy> discrepancies(boolean isAll) {
    told.forEach((key, all) -> compare(all, committed.getOrDefault(key, List.of())));
    if (isAll) {
      committed.forEach((key, records) -> untold(told.getOrDefault(key, List.of()), records));
    }
    order();
    return List.copyOf(found);
  }

  private void compare(List<Told> all, List<Committed> records) {
    boolean mayBeGone = records.stream().anyMatch(record -> record.value() == null);
    Deque<Told> missing = new ArrayDeque<>();
    Deque<Told> replaced = new ArrayDeque<>();
    for (int i = all.size() - 1; i >= 0; i--) {
      Told one = all.get(i);
      Committed same = newest(one, records);
      if (same != null) {
        places.put(one, same.at());
        explained.add(same.at());
        mayBeGone = true;
      } else {
        (mayBeGone ? replaced : missing).addFirst(one);
      }
    }
    for (Committed record : changed(all, records)) {
      Told one = missing.isEmpty() ? replaced.pollFirst() : missing.pollFirst();
      if (one != null) {
        String difference = Recomputation.differing(one.effect(), record);
        tell(
            Kind.DIFFERENT,
            "%s causes %s; the committed one at %s has another %s",
            one.input(),
            Recomputation.told(one.effect().value()),
            record.at(),
            difference);
      }
    }
    for (Told one : missing) {
      String what = Recomputation.told(one.effect().value());
      tell(Kind.LOST, "%s causes %s, which is not committed", one.input(), what);
    }
  }

  /** The newest equal record that is not yet matched; null if none. */
  private Committed newest(Told one, List<Committed> records) {
    for (int i = records.size() - 1; i >= 0; i--) {
      Committed record = records.get(i);
      if (isSame(one, record) && !explained.contains(record.at())) {
        return record;
      }
    }
    return null;
  }

  private static boolean isSame(Told one, Committed record) {
    return record.value() != null && Recomputation.differing(one.effect(), record) == null;
  }

  /** Records that are not expected, in the order of offsets. */
  private static List<Committed> changed(List<Told> all, List<Committed> records) {
    return records.stream()
        .filter(record -> record.value() != null)
        .filter(record -> all.stream().noneMatch(one -> isSame(one, record)))
        .toList();
  }

  private void untold(List<Told> all, List<Committed> records) {
    for (Committed record : records) {
      boolean isTold = all.stream().anyMatch(one -> isSame(one, record));
      if (isTold && !explained.contains(record.at())) {
        tellUncaused(Kind.DOUBLED, record);
      }
    }
    changed(all, records).stream()
        .skip(all.stream().filter(one -> !places.containsKey(one)).count())
        .forEach(record -> tellUncaused(Kind.DIFFERENT, record));
  }

  private void tellUncaused(Kind kind, Committed record) {
    tell(
        kind,
        "%s, committed at %s, is not caused by an input, or is a duplicate",
        Recomputation.told(record.value()),
        record.at());
  }

  private void order() {
    Map<Integer, At> before = new HashMap<>();
    for (Told one : inOrder) {
      At place = places.get(one);
      if (place == null) {
        continue;
      }
      At last = before.put(one.partition(), place);
      if (last != null && last.offset() >= place.offset()) {
        tell(
            Kind.DIFFERENT,
            "%s causes %s after the record at offset %d, but it is committed before it, at %s",
            one.input(),
            Recomputation.told(one.effect().value()),
            last.offset(),
            place);
      }
    }
  }

  private void tell(Kind kind, String what, Object... words) {
    found.add(new Discrepancy(kind, what.formatted(words)));
  }
}
