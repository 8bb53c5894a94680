package dev.eddyline.policy;

import dev.eddyline.schema.Target;
import org.jspecify.annotations.Nullable;

/**
 * The escalation level of a loop, which determines the action.
 *
 * @param isRepeatedLoop whether the same loop had a verdict since the last reset
 * @param isNearThreshold whether the next loop reaches a threshold
 * @param personDecides whether a threshold is reached or a gate is open
 * @param proposed whether only a proposed event would close the loop
 * @param highestDecidedTarget highest escalation target that already decided, or null
 */
public record EscalationLevel(
    boolean isRepeatedLoop,
    boolean isNearThreshold,
    boolean personDecides,
    boolean proposed,
    @Nullable Target highestDecidedTarget) {

  /** The lowest level. */
  public static final EscalationLevel LOWEST =
      new EscalationLevel(false, false, false, false, null);
}
