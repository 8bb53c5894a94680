package dev.eddyline.chaos;

import java.time.Duration;
import java.util.Objects;

/**
 * One fault of a schedule.
 *
 * @param kind type of the fault
 * @param processor index of the affected processor, from 0, if the type needs one
 * @param broker index of the first affected broker, from 0, likewise
 * @param pause time under load before it, 0 or more
 */
public record Fault(ChaosFaultType kind, int processor, int broker, Duration pause) {

  public Fault {
    Objects.requireNonNull(kind, "kind");
    if (processor < 0 || broker < 0 || pause.isNegative()) {
      throw new IllegalArgumentException(
          "processor, broker and pause must be ≥ 0, were %d, %d and %s"
              .formatted(processor, broker, pause));
    }
  }
}
