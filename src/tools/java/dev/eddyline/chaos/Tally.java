package dev.eddyline.chaos;

import dev.eddyline.chaos.Verified.OfKind;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.Kind;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts the results of a run while it is in progress. */
final class Tally {

  private final Map<FaultKind, OfKind> byKind = new EnumMap<>(FaultKind.class);
  private int late;
  private int fenced;
  private int unnamed;

  /**
   * Records a fault and the stall of each partition.
   *
   * @param goesOn whether every partition recovered in the end
   * @return whether all recovered within the limit
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

  /** Counts a suspended processor that was fenced after it resumed. */
  void fenced() {
    fenced++;
  }

  /** Counts a full disk that the processor did not report. */
  void unnamed() {
    unnamed++;
  }

  /**
   * The result of the run, with the discrepancies found at the end.
   *
   * @param first number of the first fault, from 1
   * @param records number of compared committed records
   * @param ended unexpected exits of processors
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
