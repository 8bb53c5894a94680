package dev.eddyline.policy;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.text.Section;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Which action answers which loop.
 *
 * @param chosen what the policy chose in place of the specification's own action
 * @param forceNextAfter attempts from which a task without progress is left (document 004: 5)
 */
public record Actions(Map<LoopType, Action> chosen, int forceNextAfter) {

  private static final List<Action> ALLOWED =
      List.of(
          Action.RETRY_WITH_HINT,
          Action.ESCALATE,
          Action.BLOCK_TRANSITION,
          Action.FORCE_NEXT,
          Action.UNBLOCK_AUTHORITY,
          Action.FORCE_CONTINUE,
          Action.ABORT,
          Action.CLOSE);

  private static final List<LoopType> NOT_CHOSEN =
      List.of(LoopType.UNKNOWN, LoopType.OK, LoopType.EXTERNAL_FAULT);

  public Actions {
    chosen = Map.copyOf(chosen);
  }

  /** The actions that a section of a policy chooses. */
  static Actions read(Section section) {
    Map<LoopType, Action> chosen = new EnumMap<>(LoopType.class);
    for (LoopType type : LoopType.values()) {
      if (!NOT_CHOSEN.contains(type)) {
        String key = type.name().toLowerCase(Locale.ROOT);
        Action action = section.oneOf(key, null, ALLOWED);
        if (action != null) {
          chosen.put(type, action);
        }
      }
    }
    int forceNextAfter = section.integer("forceNextAfter", 5, 2, Section.MANY);
    section.refuseOthers();
    return new Actions(chosen, forceNextAfter);
  }

  /**
   * The action that answers a loop (specification, section 4).
   *
   * @param personDecides whether a threshold is reached, so that what gets a hint goes to a person
   */
  Action of(FoundLoop loop, boolean personDecides) {
    Action action = chosen.get(loop.getLoopType());
    if (action == null) {
      action = preset(loop);
    }
    return action == Action.RETRY_WITH_HINT && personDecides ? Action.ESCALATE : action;
  }

  private Action preset(FoundLoop loop) {
    return switch (loop.getLoopType()) {
      case IDENTICAL_FAILURE,
          COLLABORATION_LOOP,
          REGRESSIVE_PROGRESS,
          NO_MEASURABLE_PROGRESS,
          REPEATED_ACTION,
          REPEATED_MESSAGE,
          SIMILAR_RESPONSE ->
          Action.RETRY_WITH_HINT;
      case TRANSITION_LIMIT_EXCEEDED -> Action.BLOCK_TRANSITION;
      case COMPLETED_TASK_REVISIT -> Action.FORCE_NEXT;
      case BLOCKED_TASK_SPIN -> Action.UNBLOCK_AUTHORITY;
      case NO_PROGRESS_REPEAT ->
          loop.getAttempts() >= forceNextAfter ? Action.FORCE_NEXT : Action.ESCALATE;
      default -> Action.ESCALATE;
    };
  }
}
