package dev.eddyline.detect.api;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import java.util.IllegalFormatException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a detector declares of loops that it finds: how they are answered unless a policy says
 * otherwise.
 *
 * @param type the type of the loops
 * @param firstAction the first action for a loop
 * @param escalation when a loop is escalated to a person instead
 * @param hint the hint for an agent that tries again, a format: {@code %s} the reason, {@code %d}
 *     the attempts, {@code %s} the newest evidence, {@code %s} all evidence; null for the common
 *     one
 * @param quotesEvents whether the reason may quote an event: then it is logged at debug level only
 */
public record LoopTraits(
    LoopType type,
    Action firstAction,
    Escalation escalation,
    @Nullable String hint,
    boolean quotesEvents) {

  /** When a loop is escalated to a person instead of its first action. */
  public enum Escalation {
    /** Never. */
    NEVER,
    /** When the same loop is detected again. */
    ON_REPEAT,
    /** When the same loop is detected again; the first escalation goes to the planner. */
    ON_REPEAT_AFTER_PLANNER,
    /** When a threshold of the gate is reached. */
    AT_THRESHOLD
  }

  /** Loops of a custom detector that declares nothing else. */
  public static final LoopTraits CUSTOM =
      new LoopTraits(LoopType.CUSTOM, Action.ESCALATE, Escalation.NEVER, null, true);

  /** The actions that a custom detector may declare and a policy may name. */
  public static final List<Action> CONFIGURABLE_ACTIONS =
      List.of(
          Action.RETRY_WITH_HINT,
          Action.ESCALATE,
          Action.BLOCK_TRANSITION,
          Action.FORCE_NEXT,
          Action.UNBLOCK_AUTHORITY,
          Action.FORCE_CONTINUE,
          Action.ABORT,
          Action.CLOSE);

  private static final String TRY_SOMETHING_ELSE =
      "%s (attempt %d): %s. Do not try the same again: find the cause, or change the approach.";

  public LoopTraits {
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(firstAction, "firstAction");
    Objects.requireNonNull(escalation, "escalation");
    if (hint != null) {
      try {
        if (hint.formatted("reason", 1, "newest", "all").isBlank()) {
          throw new IllegalArgumentException("hint: must not be blank; null for the common one");
        }
      } catch (IllegalFormatException wrong) {
        throw new IllegalArgumentException(
            "hint: must be a format of a text, a number and two texts (%% for a percent sign): "
                + wrong.getMessage(),
            wrong);
      }
    }
  }

  /** Loops with this first action, whose reason does not quote an event. */
  public LoopTraits(LoopType type, Action firstAction, Escalation escalation) {
    this(type, firstAction, escalation, null, false);
  }

  /** Loops that an agent is to avoid by this hint, until a person decides. */
  public static LoopTraits hinted(LoopType type, Escalation escalation, @Nullable String hint) {
    return new LoopTraits(type, Action.RETRY_WITH_HINT, escalation, hint, false);
  }

  /** The first escalation target. */
  public Target firstEscalationTarget() {
    return escalation == Escalation.ON_REPEAT_AFTER_PLANNER ? Target.PLANNER : Target.USER;
  }

  /** Whether the same loop is escalated to a person when it is detected again. */
  public boolean escalatesOnRepeat() {
    return escalation == Escalation.ON_REPEAT || escalation == Escalation.ON_REPEAT_AFTER_PLANNER;
  }

  /** Whether the loop is escalated to a person at a threshold of the gate. */
  public boolean escalatesAtThreshold() {
    return escalation == Escalation.AT_THRESHOLD;
  }

  /** The hint for the agent that tries again. */
  public String hintText(String reason, int attempts, String newest, String all) {
    return (hint == null ? TRY_SOMETHING_ELSE : hint).formatted(reason, attempts, newest, all);
  }
}
