package dev.eddyline.policy;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.Target;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The properties of each loop type, under the type's name. If one event closes several loops, the
 * kind declared first leads the verdict.
 */
public enum LoopKind {
  /** Of weight 0: any loop that counts precedes it. */
  EXTERNAL_FAULT(Action.WAIT_AND_RETRY, EscalationRule.NEVER),
  IDENTICAL_FAILURE(Action.RETRY_WITH_HINT, EscalationRule.AT_THRESHOLD),
  COLLABORATION_LOOP(
      Action.RETRY_WITH_HINT,
      EscalationRule.AT_THRESHOLD,
      "%s (attempt %d): \"%s\". Do not ask the same again: use the answer, or change the approach."),
  COMPLETED_TASK_REVISIT(Action.FORCE_NEXT, EscalationRule.NEVER),
  BLOCKED_TASK_SPIN(Action.UNBLOCK_AUTHORITY, EscalationRule.ON_REPEAT),
  NO_PROGRESS_REPEAT(Action.ESCALATE, EscalationRule.NEVER),
  UNBOUNDED_RETRY(Action.ESCALATE, EscalationRule.ON_REPEAT_AFTER_PLANNER),
  TRANSITION_LIMIT_EXCEEDED(Action.BLOCK_TRANSITION, EscalationRule.NEVER),
  STEP_ITERATION_EXCEEDED(Action.ESCALATE, EscalationRule.NEVER),
  TRANSITION_PATTERN(Action.ESCALATE, EscalationRule.ON_REPEAT_AFTER_PLANNER),
  OSCILLATING_CYCLE(Action.ESCALATE, EscalationRule.ON_REPEAT_AFTER_PLANNER),
  REPEATED_ACTION(
      Action.RETRY_WITH_HINT,
      EscalationRule.AT_THRESHOLD,
      "%s. Calling it again will not change that: use what it said, or do something else."),
  SIMILAR_RESPONSE(
      Action.RETRY_WITH_HINT,
      EscalationRule.ON_REPEAT,
      "%s. Do not answer the same again: say what is new, or change the approach."),
  REPEATED_MESSAGE(
      Action.RETRY_WITH_HINT,
      EscalationRule.AT_THRESHOLD,
      "%s. Saying it again will not change that: do the next step, or say what is in the way."),
  CROSS_TASK_CYCLE(Action.ESCALATE, EscalationRule.ON_REPEAT_AFTER_PLANNER),
  REGRESSIVE_PROGRESS(
      Action.RETRY_WITH_HINT,
      EscalationRule.AT_THRESHOLD,
      "%s. Roll back to where fewer tests failed, or take a different approach."),
  BUDGET_EXCEEDED(Action.ESCALATE, EscalationRule.NEVER),
  ITERATION_LIMIT(Action.ESCALATE, EscalationRule.NEVER),
  NO_MEASURABLE_PROGRESS(
      Action.RETRY_WITH_HINT,
      EscalationRule.AT_THRESHOLD,
      "%s. Create tests that show how far you are, then go on."),
  CUSTOM(Action.ESCALATE, EscalationRule.NEVER),
  UNKNOWN(Action.ESCALATE, EscalationRule.NEVER);

  /** When a loop is escalated to a person instead of its first action. */
  enum EscalationRule {
    NEVER,
    /** When the same loop is detected again. */
    ON_REPEAT,
    /** When the same loop is detected again; the first escalation goes to the planner. */
    ON_REPEAT_AFTER_PLANNER,
    /** When a threshold of the gate is reached. */
    AT_THRESHOLD
  }

  private static final String TRY_SOMETHING_ELSE =
      "%s (attempt %d): %s. Do not try the same again: find the cause, or change the approach.";

  private static final Map<LoopType, LoopKind> BY_TYPE =
      new EnumMap<LoopType, LoopKind>(
          Arrays.stream(LoopType.values())
              .collect(Collectors.toMap(type -> type, LoopKind::findKindByTypeName)));

  private final Action firstAction;
  private final EscalationRule escalationRule;
  private final @Nullable String hint;

  LoopKind(Action firstAction, EscalationRule escalationRule) {
    this(firstAction, escalationRule, null);
  }

  /** The hint is a format of the reason, the attempts and the newest evidence. */
  LoopKind(Action firstAction, EscalationRule escalationRule, @Nullable String hint) {
    this.firstAction = firstAction;
    this.escalationRule = escalationRule;
    this.hint = hint;
  }

  private static LoopKind findKindByTypeName(LoopType type) {
    return Arrays.stream(values())
        .filter(kind -> kind.name().equals(type.name()))
        .findFirst()
        .orElse(UNKNOWN);
  }

  /** The kind of a loop type; {@link #UNKNOWN} if there is none. */
  public static LoopKind of(LoopType type) {
    return BY_TYPE.getOrDefault(type, UNKNOWN);
  }

  /** The first action for the loop. */
  Action firstAction() {
    return firstAction;
  }

  /** The first escalation target. */
  Target firstEscalationTarget() {
    return escalationRule == EscalationRule.ON_REPEAT_AFTER_PLANNER ? Target.PLANNER : Target.USER;
  }

  /** Whether the same loop is escalated to a person when it is detected again. */
  boolean escalatesOnRepeat() {
    return escalationRule == EscalationRule.ON_REPEAT
        || escalationRule == EscalationRule.ON_REPEAT_AFTER_PLANNER;
  }

  /** Whether the loop is escalated to a person at a threshold of the gate. */
  boolean escalatesAtThreshold() {
    return escalationRule == EscalationRule.AT_THRESHOLD;
  }

  /** The hint for the agent that tries again. */
  public String hint(String reason, int attempts, String newest) {
    return (hint == null ? TRY_SOMETHING_ELSE : hint).formatted(reason, attempts, newest);
  }

  /** Whether its reason may quote an event. */
  public boolean mayReasonQuoteEvent() {
    return this == BLOCKED_TASK_SPIN || this == CUSTOM || this == UNKNOWN;
  }
}
