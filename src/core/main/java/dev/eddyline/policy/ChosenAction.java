package dev.eddyline.policy;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Target;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The action for a loop and its target.
 *
 * @param action the action for the orchestrator
 * @param target who must decide, or null
 * @param hint the policy's own hint for the agent, or null
 */
public record ChosenAction(Action action, @Nullable Target target, @Nullable String hint) {

  public ChosenAction {
    Objects.requireNonNull(action, "action");
  }

  /** An action without a hint of the policy's own. */
  ChosenAction(Action action, @Nullable Target target) {
    this(action, target, null);
  }

  /** The same with a hint of the policy's own, or null. */
  ChosenAction withHint(@Nullable String ownHint) {
    return new ChosenAction(action, target, ownHint);
  }

  /** An escalation to a higher target than the one that already decided. */
  static ChosenAction escalateAbove(Target target, @Nullable Target highestDecided) {
    if (highestDecided == null || escalationRank(target) > escalationRank(highestDecided)) {
      return new ChosenAction(Action.ESCALATE, target);
    }
    return switch (highestDecided) {
      case PLANNER, DEBUGGER -> new ChosenAction(Action.ESCALATE, Target.LEADER);
      case LEADER -> new ChosenAction(Action.ESCALATE, Target.USER);
      default -> new ChosenAction(Action.ABORT, Target.USER);
    };
  }

  /** Rank of a target: a person above a leader above planner and debugger. */
  public static int escalationRank(Target target) {
    return switch (target) {
      case USER -> 2;
      case LEADER -> 1;
      default -> 0;
    };
  }
}
