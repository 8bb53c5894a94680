package dev.eddyline.policy;

import dev.eddyline.schema.Target;
import org.jspecify.annotations.Nullable;

/**
 * The escalation level of a loop, which determines the action.
 *
 * @param again whether the same loop had a verdict since the last reset
 * @param near whether the next loop reaches a threshold
 * @param personDecides whether a threshold is reached or a gate is open
 * @param proposed whether only a proposed event would close the loop
 * @param answered highest escalation target that already decided, or null
 */
public record Rung(
    boolean again,
    boolean near,
    boolean personDecides,
    boolean proposed,
    @Nullable Target answered) {

  /** The lowest level. */
  public static final Rung FIRST = new Rung(false, false, false, false, null);
}
