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
  EXTERNAL_FAULT(Action.WAIT_AND_RETRY, Rise.NONE),
  IDENTICAL_FAILURE(Action.RETRY_WITH_HINT, Rise.AT_THRESHOLD),
  COLLABORATION_LOOP(
      Action.RETRY_WITH_HINT,
      Rise.AT_THRESHOLD,
      "%s (attempt %d): \"%s\". Do not ask the same again: use the answer, or change the approach."),
  COMPLETED_TASK_REVISIT(Action.FORCE_NEXT, Rise.NONE),
  BLOCKED_TASK_SPIN(Action.UNBLOCK_AUTHORITY, Rise.AGAIN),
  NO_PROGRESS_REPEAT(Action.ESCALATE, Rise.NONE),
  UNBOUNDED_RETRY(Action.ESCALATE, Rise.FROM_PLANNER),
  TRANSITION_LIMIT_EXCEEDED(Action.BLOCK_TRANSITION, Rise.NONE),
  STEP_ITERATION_EXCEEDED(Action.ESCALATE, Rise.NONE),
  TRANSITION_PATTERN(Action.ESCALATE, Rise.FROM_PLANNER),
  OSCILLATING_CYCLE(Action.ESCALATE, Rise.FROM_PLANNER),
  REPEATED_ACTION(
      Action.RETRY_WITH_HINT,
      Rise.AT_THRESHOLD,
      "%s. Calling it again will not change that: use what it said, or do something else."),
  SIMILAR_RESPONSE(
      Action.RETRY_WITH_HINT,
      Rise.AGAIN,
      "%s. Do not answer the same again: say what is new, or change the approach."),
  REPEATED_MESSAGE(
      Action.RETRY_WITH_HINT,
      Rise.AT_THRESHOLD,
      "%s. Saying it again will not change that: do the next step, or say what is in the way."),
  CROSS_TASK_CYCLE(Action.ESCALATE, Rise.FROM_PLANNER),
  REGRESSIVE_PROGRESS(
      Action.RETRY_WITH_HINT,
      Rise.AT_THRESHOLD,
      "%s. Roll back to where fewer tests failed, or take a different approach."),
  BUDGET_EXCEEDED(Action.ESCALATE, Rise.NONE),
  ITERATION_LIMIT(Action.ESCALATE, Rise.NONE),
  NO_MEASURABLE_PROGRESS(
      Action.RETRY_WITH_HINT,
      Rise.AT_THRESHOLD,
      "%s. Create tests that show how far you are, then go on."),
  CUSTOM(Action.ESCALATE, Rise.NONE),
  UNKNOWN(Action.ESCALATE, Rise.NONE);

  /** When a loop is escalated to a person instead of its first action. */
  enum Rise {
    NONE,
    /** When the same loop is detected again. */
    AGAIN,
    /** When the same loop is detected again; the first escalation goes to the planner. */
    FROM_PLANNER,
    /** When a threshold of the gate is reached. */
    AT_THRESHOLD
  }

  private static final String TRY_SOMETHING_ELSE =
      "%s (attempt %d): %s. Do not try the same again: find the cause, or change the approach.";

  private static final Map<LoopType, LoopKind> BY_TYPE =
      new EnumMap<LoopType, LoopKind>(
          Arrays.stream(LoopType.values())
              .collect(Collectors.toMap(type -> type, LoopKind::named)));

  private final Action first;
  private final Rise rise;
  private final @Nullable String hint;

  LoopKind(Action first, Rise rise) {
    this(first, rise, null);
  }

  /** The hint is a format of the reason, the attempts and the newest evidence. */
  LoopKind(Action first, Rise rise, @Nullable String hint) {
    this.first = first;
    this.rise = rise;
    this.hint = hint;
  }

  private static LoopKind named(LoopType type) {
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
  Action first() {
    return first;
  }

  /** The first escalation target. */
  Target decider() {
    return rise == Rise.FROM_PLANNER ? Target.PLANNER : Target.USER;
  }

  /** Whether the same loop is escalated to a person when it is detected again. */
  boolean risesAgain() {
    return rise == Rise.AGAIN || rise == Rise.FROM_PLANNER;
  }

  /** Whether the loop is escalated to a person at a threshold of the gate. */
  boolean risesAtThreshold() {
    return rise == Rise.AT_THRESHOLD;
  }

  /** The hint for the agent that tries again. */
  public String hint(String reason, int attempts, String newest) {
    return (hint == null ? TRY_SOMETHING_ELSE : hint).formatted(reason, attempts, newest);
  }

  /** Whether its reason may quote an event. */
  public boolean quotes() {
    return this == BLOCKED_TASK_SPIN || this == CUSTOM || this == UNKNOWN;
  }
}
