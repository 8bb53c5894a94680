package dev.eddyline.gate;

import dev.eddyline.policy.GateLimits;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.util.List;

/** Checks the loop and attempt counts at which a gate opens, whatever the action. */
final class Threshold {

  private Threshold() {}

  /** The loop count or attempt count that reached its threshold, or 0. */
  static int reached(Case situation, List<FoundLoop> loops) {
    return reached(situation, loops, 0);
  }

  /** Whether the next such loop reaches a threshold, if the policy asks a debugger first. */
  static boolean isNear(Case situation, List<FoundLoop> loops) {
    return situation.policy().gate().debugger() && reached(situation, loops, 1) > 0;
  }

  /**
   * The value that reaches its threshold, or 0.
   *
   * @param more number of loops and attempts to add to the current values
   */
  private static int reached(Case situation, List<FoundLoop> loops, int more) {
    GateLimits limits = situation.policy().gate();
    int loopCount = situation.loopCount() + more;
    if (loopCount >= limits.loops()) {
      return loopCount;
    }
    int attempts =
        loops.stream()
            .filter(loop -> loop.getWeight() > 0)
            .filter(loop -> loop.getLoopType() == LoopType.IDENTICAL_FAILURE)
            .mapToInt(limits::gating)
            .map(tried -> tried + more)
            .max()
            .orElse(0);
    boolean enough = limits.attempts().isPresent() && attempts >= limits.attempts().getAsInt();
    return enough ? attempts : 0;
  }
}
