package dev.eddyline.gate;

import dev.eddyline.schema.HumanIntervened;
import java.util.Objects;

/**
 * A decision at a gate.
 *
 * @param verified whether Eddyline's console or API signed it; otherwise its author is only claimed
 */
public record ReceivedDecision(HumanIntervened body, boolean verified) {

  public ReceivedDecision {
    Objects.requireNonNull(body, "body");
  }
}
