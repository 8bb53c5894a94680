package dev.eddyline.chaos;

import dev.eddyline.chaos.Verified.OfKind;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.Kind;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What a run amounts to while it goes on. */
final class Tally {

  private final Map<FaultKind, OfKind> byKind = new EnumMap<>(FaultKind.class);
  private int late;
  private int fenced;
  private int unnamed;

  /**
   * A fault, and how long each partition had stood still.
   *
   * @param goesOn whether every partition went on in the end
   * @return whether none was later than is stated
   */
  boolean suffered(FaultKind kind, List<Duration> standstills, boolean goesOn) {
    Duration longest = Collections.max(standstills);
    byKind.merge(kind, new OfKind(1, longest.toMillis()), OfKind::and);
    Duration stated = StatedTime.of(kind);
    int tooLong = (int) standstills.stream().filter(it -> it.compareTo(stated) > 0).count();
    int counted = goesOn ? tooLong : Math.max(1, tooLong);
    late += counted;
    return counted == 0;
  }

  /** A processor that was halted and went on told that its work had been given away. */
  void fenced() {
    fenced++;
  }

  /** A processor's disk was full, and it did not say so. */
  void unnamed() {
    unnamed++;
  }

  /**
   * All of it, with what was found at the end.
   *
   * @param first number of the first fault, from 1
   * @param records committed records that were compared
   * @param ended processors that ended unasked
   */
  Verified verified(
      ChaosPlan plan, int first, int records, int ended, List<Discrepancy> discrepancies) {
    int faults = byKind.values().stream().mapToInt(OfKind::faults).sum();
    return new Verified(
        plan.seed(),
        plan.processors(),
        plan.brokers(),
        plan.smallDisks(),
        first,
        first + faults - 1,
        byKind,
        records,
        count(discrepancies, Kind.LOST),
        count(discrepancies, Kind.DOUBLED),
        count(discrepancies, Kind.DIFFERENT),
        fenced,
        late,
        unnamed,
        ended);
  }

  private static long count(List<Discrepancy> discrepancies, Kind kind) {
    return discrepancies.stream().filter(found -> found.kind() == kind).count();
  }
}
