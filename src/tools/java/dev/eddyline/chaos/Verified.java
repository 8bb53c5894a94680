package dev.eddyline.chaos;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a run amounts to that was verified.
 *
 * @param seed draws the schedule, together with processors, brokers and smallDisks
 * @param processors of the run's plan
 * @param brokers of the run's plan
 * @param smallDisks of the run's plan
 * @param first number of its first fault in the schedule, from 1
 * @param last number of its last fault
 * @param kinds its faults by kind
 * @param records committed records that were compared
 * @param lost discrepancies of that sort; so doubled and different
 * @param fenced halted processors that were told that their work had been given away
 * @param late partitions that did not go on within the stated time, once for each fault
 * @param unnamed full disks of which the processor did not say that they are full
 * @param endedByThemselves processors that ended unasked
 */
public record Verified(
    long seed,
    int processors,
    int brokers,
    boolean smallDisks,
    int first,
    int last,
    Map<FaultKind, OfKind> kinds,
    int records,
    long lost,
    long doubled,
    long different,
    int fenced,
    int late,
    int unnamed,
    int endedByThemselves) {

  /**
   * The faults of a kind.
   *
   * @param faults their number
   * @param longestMs the longest that a partition stood still, in milliseconds
   */
  public record OfKind(int faults, long longestMs) {

    /** Both together. */
    OfKind and(OfKind other) {
      return new OfKind(faults + other.faults, Math.max(longestMs, other.longestMs));
    }
  }

  public Verified {
    kinds = Collections.unmodifiableMap(new TreeMap<>(kinds));
  }

  /** Whether its schedule is that of the plan, as far as both go. */
  boolean follows(ChaosPlan plan) {
    return seed == plan.seed()
        && processors == plan.processors()
        && brokers == plan.brokers()
        && smallDisks == plan.smallDisks();
  }

  /** Whether a fault of the schedule was one of the run's. */
  boolean holdsFault(int number) {
    return first <= number && number <= last;
  }

  /** Whether nothing was lost, doubled or different, late or unnamed, and each zombie fenced. */
  @JsonIgnore
  public boolean holds() {
    OfKind zombies = kinds.getOrDefault(FaultKind.ZOMBIE, new OfKind(0, 0));
    return lost + doubled + different + late + unnamed == 0 && fenced >= zombies.faults();
  }
}
