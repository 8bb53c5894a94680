package dev.eddyline.chaos;

import java.time.Duration;
import java.util.Objects;

/**
 * One fault of a schedule.
 *
 * @param kind what is done
 * @param processor the processor that it is done to, from 0, where the kind needs one
 * @param broker the first broker that it is done to, from 0, likewise
 * @param pause time under load before it, 0 or more
 */
public record Fault(FaultKind kind, int processor, int broker, Duration pause) {

  public Fault {
    Objects.requireNonNull(kind, "kind");
    if (processor < 0 || broker < 0 || pause.isNegative()) {
      throw new IllegalArgumentException(
          "processor, broker and pause must be ≥ 0, were %d, %d and %s"
              .formatted(processor, broker, pause));
    }
  }
}
