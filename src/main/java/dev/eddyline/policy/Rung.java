package dev.eddyline.policy;

import dev.eddyline.schema.Target;
import org.jspecify.annotations.Nullable;

/**
 * How far up the ladder of actions a loop has come (specification, section 4).
 *
 * @param again whether the same loop was ruled on since the last reset
 * @param near whether one more loop reaches a threshold
 * @param personDecides whether a threshold is reached or a gate is open
 * @param proposed whether it would close only if what is asked about were done
 * @param answered highest target that was answered before a person's last decision, or null
 */
public record Rung(
    boolean again,
    boolean near,
    boolean personDecides,
    boolean proposed,
    @Nullable Target answered) {

  /** The lowest. */
  public static final Rung FIRST = new Rung(false, false, false, false, null);
}
