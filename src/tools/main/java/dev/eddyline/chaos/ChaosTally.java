package dev.eddyline.chaos;

import dev.eddyline.chaos.ChaosResult.FaultStats;
import dev.eddyline.verify.Discrepancy;
import dev.eddyline.verify.Discrepancy.DiscrepancyKind;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts the results of a run while it is in progress. */
final class ChaosTally {

  private final Map<ChaosFaultType, FaultStats> statsByType = new EnumMap<>(ChaosFaultType.class);
  private int late;
  private int fenced;
  private int unnamed;

  /**
   * Records a fault and the stall of each partition.
   *
   * @param recovered whether every partition recovered in the end
   * @return whether all recovered within the limit
   */
  boolean recordFaultAndCheckTimeLimit(
      ChaosFaultType kind, List<Duration> stalls, boolean recovered) {
    Duration longest = Collections.max(stalls);
    statsByType.merge(kind, new FaultStats(1, longest.toMillis()), FaultStats::plus);
    Duration timeLimit = RecoveryTimeLimit.forFaultType(kind);
    int tooLong = (int) stalls.stream().filter(it -> it.compareTo(timeLimit) > 0).count();
    int lateCount = recovered ? tooLong : Math.max(1, tooLong);
    late += lateCount;
    return lateCount == 0;
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
   * @param unexpectedExits unexpected exits of processors
   */
  ChaosResult toResult(
      ChaosPlan plan,
      int first,
      int records,
      int unexpectedExits,
      List<Discrepancy> discrepancies) {
    int faults = statsByType.values().stream().mapToInt(FaultStats::faults).sum();
    return new ChaosResult(
        plan.seed(),
        plan.processors(),
        plan.brokers(),
        plan.smallDisks(),
        first,
        first + faults - 1,
        statsByType,
        records,
        count(discrepancies, DiscrepancyKind.LOST),
        count(discrepancies, DiscrepancyKind.DOUBLED),
        count(discrepancies, DiscrepancyKind.DIFFERENT),
        fenced,
        late,
        unnamed,
        unexpectedExits);
  }

  private static long count(List<Discrepancy> discrepancies, DiscrepancyKind kind) {
    return discrepancies.stream().filter(found -> found.kind() == kind).count();
  }
}
