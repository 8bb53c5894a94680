package dev.eddyline.gate;

import dev.eddyline.policy.GateLimits;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import java.util.List;

/** Checks the loop and attempt counts at which a gate opens, whatever the action. */
final class GateThreshold {

  private GateThreshold() {}

  /** The loop count or attempt count that reached its threshold, or 0. */
  static int countThatReachedThreshold(DecisionContext context, List<FoundLoop> loops) {
    return countThatReachedThreshold(context, loops, 0);
  }

  /** Whether the next such loop reaches a threshold, if the policy asks a debugger first. */
  static boolean isNear(DecisionContext context, List<FoundLoop> loops) {
    return context.policy().gate().debugger() && countThatReachedThreshold(context, loops, 1) > 0;
  }

  /**
   * The value that reaches its threshold, or 0.
   *
   * @param added number of loops and attempts to add to the current values
   */
  private static int countThatReachedThreshold(
      DecisionContext context, List<FoundLoop> loops, int added) {
    GateLimits limits = context.policy().gate();
    int loopCount = context.loopCount() + added;
    if (loopCount >= limits.loops()) {
      return loopCount;
    }
    int attempts =
        loops.stream()
            .filter(loop -> loop.getWeight() > 0)
            .filter(loop -> loop.getLoopType() == LoopType.IDENTICAL_FAILURE)
            .mapToInt(limits::attemptCountForGate)
            .map(attemptCount -> attemptCount + added)
            .max()
            .orElse(0);
    boolean enough = limits.attempts().isPresent() && attempts >= limits.attempts().getAsInt();
    return enough ? attempts : 0;
  }
}
