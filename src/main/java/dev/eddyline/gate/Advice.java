package dev.eddyline.gate;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskStatus;
import java.util.Objects;

/**
 * What the orchestrator is asked to do, in words that can be put in front of its agent.
 *
 * @param action the action
 * @param target who is to decide, for an escalation or a blocked transition; otherwise null
 * @param text the action in words
 * @param setStatus status that the orchestrator shall give the task, or null
 * @param contextTopic document 004's context topic for the text, or null
 */
record Advice(
    Action action, Target target, String text, TaskStatus setStatus, String contextTopic) {

  private static final String RECOVERY = "loop_recovery";
  private static final String UNBLOCK = "unblock_authority";
  private static final String ESCALATION = "loop_escalation";

  Advice {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(text, "text");
  }

  private Advice(Action action, Target target, String text) {
    this(action, target, text, null, null);
  }

  static Advice goOn() {
    return new Advice(Action.CONTINUE, null, "");
  }

  static Advice abort() {
    return new Advice(Action.ABORT, null, "A person rejected this task: stop working on it.");
  }

  static Advice atGate(OpenGate gate) {
    return new Advice(
        gate.getAction(),
        gate.getTarget(),
        "A person must decide at the open gate before this task goes on: wait for the decision.");
  }

  /**
   * Advice for a loop.
   *
   * @param personDecides whether a threshold is reached, so that failures and repeated actions,
   *     which get a hint before it, now go to a person
   */
  static Advice forLoop(FoundLoop loop, String taskId, Policy policy, boolean personDecides) {
    return switch (policy.action(loop, personDecides)) {
      case RETRY_WITH_HINT -> new Advice(Action.RETRY_WITH_HINT, null, hint(loop));
      case BLOCK_TRANSITION ->
          new Advice(
              Action.BLOCK_TRANSITION,
              Target.USER,
              loop.getReason() + ". Do not make this transition: a person must decide.");
      case FORCE_NEXT ->
          new Advice(
              Action.FORCE_NEXT,
              null,
              "%s. Do not take up task %s again: go on to the next task."
                  .formatted(loop.getReason(), taskId),
              TaskStatus.DONE,
              RECOVERY);
      case UNBLOCK_AUTHORITY -> unblock(loop);
      case ABORT ->
          new Advice(Action.ABORT, null, loop.getReason() + ". Stop working on this task.");
      case CLOSE -> new Advice(Action.CLOSE, null, loop.getReason() + ". Close this task.");
      case FORCE_CONTINUE ->
          new Advice(Action.FORCE_CONTINUE, null, "Warning: " + loop.getReason() + ". Go on.");
      default -> escalation(loop);
    };
  }

  private static Advice escalation(FoundLoop loop) {
    boolean planner =
        switch (loop.getLoopType()) {
          case TRANSITION_PATTERN, OSCILLATING_CYCLE, CROSS_TASK_CYCLE, UNBOUNDED_RETRY -> true;
          default -> false;
        };
    boolean attempts =
        switch (loop.getLoopType()) {
          case BLOCKED_TASK_SPIN, NO_PROGRESS_REPEAT -> true;
          default -> false;
        };
    String text =
        planner
            ? loop.getReason() + ". Plan anew: this way goes in a circle."
            : "%s (%d attempts). Stop here: a person must decide how this task goes on."
                .formatted(loop.getReason(), loop.getAttempts());
    return new Advice(
        Action.ESCALATE,
        planner ? Target.PLANNER : Target.USER,
        text,
        loop.getLoopType() == LoopType.BLOCKED_TASK_SPIN ? TaskStatus.BLOCKED : null,
        attempts ? ESCALATION : null);
  }

  private static Advice unblock(FoundLoop loop) {
    return new Advice(
        Action.UNBLOCK_AUTHORITY,
        null,
        ("%s. You may now do what removes exactly these blockers: change the design, leave out a"
                + " dependency that is not there, put a stub in its place, or work around a missing"
                + " tool. Write down what you left out as debt. Then finish the task.")
            .formatted(loop.getReason()),
        null,
        UNBLOCK);
  }

  private static String hint(FoundLoop loop) {
    return switch (loop.getLoopType()) {
      case REPEATED_ACTION ->
          "%s. Calling it again will not change that: use what it said, or do something else."
              .formatted(loop.getReason());
      case SIMILAR_RESPONSE ->
          "%s. Do not answer the same again: say what is new, or change the approach."
              .formatted(loop.getReason());
      case REPEATED_MESSAGE ->
          "%s. Saying it again will not change that: do the next step, or say what is in the way."
              .formatted(loop.getReason());
      case COLLABORATION_LOOP ->
          "%s (attempt %d): \"%s\". Do not ask the same again: use the answer, or change the approach."
              .formatted(loop.getReason(), loop.getAttempts(), newest(loop));
      default ->
          "%s (attempt %d): %s. Do not try the same again: find the cause, or change the approach."
              .formatted(loop.getReason(), loop.getAttempts(), newest(loop));
    };
  }

  private static String newest(FoundLoop loop) {
    int last = loop.getEvidence().size() - 1;
    return last < 0 ? "" : loop.getEvidence().get(last).getWhat();
  }
}
