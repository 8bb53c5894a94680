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
 */
public record Answer(Action action, @Nullable Target target) {

  public Answer {
    Objects.requireNonNull(action, "action");
  }

  /** An escalation to a higher target than the one that already decided. */
  static Answer escalation(Target target, @Nullable Target answered) {
    if (answered == null || height(target) > height(answered)) {
      return new Answer(Action.ESCALATE, target);
    }
    return switch (answered) {
      case PLANNER, DEBUGGER -> new Answer(Action.ESCALATE, Target.LEADER);
      case LEADER -> new Answer(Action.ESCALATE, Target.USER);
      default -> new Answer(Action.ABORT, Target.USER);
    };
  }

  /** Rank of a target: a person above a leader above planner and debugger. */
  public static int height(Target target) {
    return switch (target) {
      case USER -> 2;
      case LEADER -> 1;
      default -> 0;
    };
  }
}
