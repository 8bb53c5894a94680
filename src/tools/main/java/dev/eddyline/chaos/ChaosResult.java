package dev.eddyline.chaos;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of a verified run.
 *
 * @param seed seed of the schedule, together with processors, brokers and smallDisks
 * @param processors of the run's plan
 * @param brokers of the run's plan
 * @param smallDisks of the run's plan
 * @param first number of its first fault in the schedule, from 1
 * @param last number of its last fault
 * @param kinds its faults by type
 * @param records number of compared committed records
 * @param lost number of such discrepancies; likewise {@code doubled} and {@code different}
 * @param fenced suspended processors that were fenced
 * @param late partitions that did not recover within the limit, summed over faults
 * @param unnamed full disks that the processor did not report
 * @param endedByThemselves unexpected exits of processors
 */
public record ChaosResult(
    long seed,
    int processors,
    int brokers,
    boolean smallDisks,
    int first,
    int last,
    Map<ChaosFaultType, FaultStats> kinds,
    int records,
    long lost,
    long doubled,
    long different,
    int fenced,
    int late,
    int unnamed,
    int endedByThemselves) {

  /**
   * The faults of a type.
   *
   * @param faults their number
   * @param longestMs longest stall of a partition, in milliseconds
   */
  public record FaultStats(int faults, long longestMs) {

    /** The sum of both. */
    FaultStats plus(FaultStats other) {
      return new FaultStats(faults + other.faults, Math.max(longestMs, other.longestMs));
    }
  }

  public ChaosResult {
    kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
  }

  /** Whether it has the same schedule as the plan, apart from its length. */
  boolean matchesPlanExceptFaultCount(ChaosPlan plan) {
    return seed == plan.seed()
        && processors == plan.processors()
        && brokers == plan.brokers()
        && smallDisks == plan.smallDisks();
  }

  /** Whether the run includes this fault of the schedule. */
  boolean containsFaultNumber(int number) {
    return first <= number && number <= last;
  }

  /** Whether there is no discrepancy, nothing late or unreported, and each zombie was fenced. */
  @JsonIgnore
  public boolean hasPassed() {
    FaultStats zombies = kinds.getOrDefault(ChaosFaultType.ZOMBIE, new FaultStats(0, 0));
    return lost + doubled + different + late + unnamed == 0 && fenced >= zombies.faults();
  }
}
