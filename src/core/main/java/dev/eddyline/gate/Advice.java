package dev.eddyline.gate;

import dev.eddyline.detect.Detectors;
import dev.eddyline.policy.ChosenAction;
import dev.eddyline.policy.EscalationLevel;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskStatus;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The action for the orchestrator, with a text that can be shown to its agent.
 *
 * @param action the action
 * @param target who must decide, or null
 * @param text description of the action
 * @param setStatus status that the orchestrator must set on the task, or null
 * @param contextTopic context topic of the text, or null
 */
record Advice(
    Action action,
    @Nullable Target target,
    String text,
    @Nullable TaskStatus setStatus,
    @Nullable String contextTopic) {

  private static final String RECOVERY = "loop_recovery";
  private static final String UNBLOCK = "unblock_authority";
  private static final String ESCALATION = "loop_escalation";

  /** Whether the agent goes on without a person: leaves the task or removes its blockers. */
  boolean releasesAgent() {
    return action == Action.FORCE_NEXT || action == Action.UNBLOCK_AUTHORITY;
  }

  Advice {
    Objects.requireNonNull(action, "action");
    Objects.requireNonNull(text, "text");
  }

  private Advice(Action action, @Nullable Target target, String text) {
    this(action, target, text, null, null);
  }

  static Advice continueAdvice() {
    return new Advice(Action.CONTINUE, null, "");
  }

  /**
   * The advice after a rejection.
   *
   * @param rejection the decision; null if only its effect is known
   */
  static Advice abort(@Nullable PersonDecision rejection) {
    String text = "A person rejected this task: stop working on it.";
    return new Advice(Action.ABORT, null, rejection == null ? text : withGuidance(text, rejection));
  }

  /** The same advice, with what a person decided before it. */
  Advice afterDecision(PersonDecision decided) {
    if (decided.getDecision() == Decision.REJECT) {
      // the advice itself follows from the rejection
      return this;
    }
    String decision =
        switch (decided.getDecision()) {
          case APPROVE_OTHER_AGENT -> "A person approved that another agent goes on.";
          case FALSE_POSITIVE -> "A person decided that this was no loop: go on.";
          default -> "A person approved: go on.";
        };
    String before = withGuidance(decision, decided);
    return new Advice(
        action, target, text.isEmpty() ? before : before + " " + text, setStatus, contextTopic);
  }

  private static String withGuidance(String text, PersonDecision decided) {
    return decided.getGuidance().isBlank() ? text : text + " Guidance: " + decided.getGuidance();
  }

  static Advice atGate(OpenGate gate) {
    return new Advice(
        gate.getAction(),
        Target.USER,
        "A person must decide at the open gate before this task goes on: wait for the decision.");
  }

  /** Advice for a loop at this escalation level. Text for a person includes the briefing. */
  static Advice forLoop(FoundLoop loop, DecisionContext context, EscalationLevel level) {
    ChosenAction answer = context.policy().chooseAction(loop, level);
    int attempts = loop.getAttempts() - (level.proposed() ? 1 : 0);
    Advice advice =
        forLoop(loop, context, answer, attempts, level.isRepeatedLoop())
            .withAppendedText(Briefing.repeatedText(loop, context.subject().at()));
    return advice.target() == Target.USER
        ? advice.withAppendedText(Briefing.briefingText(loop, attempts, context))
        : advice;
  }

  /** The text for the person at the gate, whatever the target of the action. */
  String textForPerson(FoundLoop loop, DecisionContext context) {
    return target == Target.USER
        ? text
        : withAppendedText(Briefing.briefingText(loop, loop.getAttempts(), context)).text();
  }

  private Advice withAppendedText(String addition) {
    return addition.isEmpty()
        ? this
        : new Advice(action, target, text + " " + addition, setStatus, contextTopic);
  }

  /**
   * Advice without the briefing for a person.
   *
   * @param attempts number of completed attempts
   * @param repeated whether the same loop had a verdict since the last reset
   */
  private static Advice forLoop(
      FoundLoop loop,
      DecisionContext context,
      ChosenAction answer,
      int attempts,
      boolean repeated) {
    String taskId = context.subject().taskId();
    return switch (answer.action()) {
      case RETRY_WITH_HINT ->
          new Advice(
              Action.RETRY_WITH_HINT,
              null,
              answer.hint() == null ? hintText(loop) : loop.getReason() + ". " + answer.hint());
      case BLOCK_TRANSITION ->
          new Advice(
              Action.BLOCK_TRANSITION,
              answer.target(),
              loop.getReason() + ". Do not make this transition: a person must decide.");
      case FORCE_NEXT ->
          new Advice(
              Action.FORCE_NEXT,
              null,
              "%s. Do not take up task %s again: go on to the next task."
                  .formatted(loop.getReason(), taskId),
              TaskStatus.DONE,
              RECOVERY);
      case UNBLOCK_AUTHORITY -> unblockAdvice(loop, taskId);
      case ABORT -> abort(loop, answer.target());
      case WAIT_AND_RETRY ->
          new Advice(
              Action.WAIT_AND_RETRY,
              null,
              "%s: %s. Wait %s, then try again; do not work around it."
                  .formatted(
                      loop.getReason(),
                      Briefing.newestEvidenceText(loop),
                      formatDuration(context.policy().backoff(loop))));
      case CLOSE -> new Advice(Action.CLOSE, null, loop.getReason() + ". Close this task.");
      case FORCE_CONTINUE ->
          new Advice(Action.FORCE_CONTINUE, null, "Warning: " + loop.getReason() + ". Go on.");
      default -> {
        Target target = Objects.requireNonNull(answer.target(), "an escalation has a target");
        yield escalation(loop, target, personMustDecideText(loop, taskId, attempts, repeated));
      }
    };
  }

  private static Advice abort(FoundLoop loop, @Nullable Target target) {
    String text =
        target == null
            ? loop.getReason() + ". Stop working on this task."
            : loop.getReason()
                + ", although a person had decided on this before. It is suggested to give the"
                + " task up. Stop here: a person must decide.";
    return new Advice(Action.ABORT, target, text);
  }

  private static Advice escalation(FoundLoop loop, Target target, String toPerson) {
    String text =
        switch (target) {
          case PLANNER -> loop.getReason() + replanText(loop.getLoopType());
          case DEBUGGER ->
              loop.getReason() + ". Have a debugger find the cause before it is tried again.";
          case LEADER ->
              loop.getReason() + ". The leader must decide: what was tried did not end it.";
          default -> toPerson;
        };
    return new Advice(
        Action.ESCALATE,
        target,
        text,
        target == Target.USER && isAttemptLoop(loop.getLoopType()) ? TaskStatus.BLOCKED : null,
        ESCALATION);
  }

  private static boolean isAttemptLoop(LoopType type) {
    return type == LoopType.COMPLETED_TASK_REVISIT
        || type == LoopType.BLOCKED_TASK_SPIN
        || type == LoopType.NO_PROGRESS_REPEAT;
  }

  private static String replanText(LoopType type) {
    return switch (type) {
      case UNBOUNDED_RETRY ->
          ". Do not go round once more as it is: have that edge changed, or plan another way.";
      case DELEGATION_LOOP ->
          ". Start no further task with this goal: have it done where it is, or split it into others.";
      case UNPRODUCTIVE_STRETCH -> ". Plan another way: this one leads nowhere.";
      default -> ". Plan anew: this way goes in a circle.";
    };
  }

  private static String personMustDecideText(
      FoundLoop loop, String taskId, int attempts, boolean repeated) {
    return switch (loop.getLoopType()) {
      case BLOCKED_TASK_SPIN, NO_PROGRESS_REPEAT ->
          noProgressText(loop, taskId, attempts, repeated);
      case EXTERNAL_FAULT ->
          "%s, %d times running. Stop here: a person must see to what is not available."
              .formatted(loop.getReason(), loop.getAttempts());
      default -> loop.getReason() + ". Stop here: a person must decide how this task goes on.";
    };
  }

  /** Escalation text with the task, its attempts, the person and the reason. */
  private static String noProgressText(
      FoundLoop loop, String taskId, int attempts, boolean repeated) {
    String why =
        repeated && loop.getLoopType() == LoopType.BLOCKED_TASK_SPIN
            ? "Even the authority to remove its blockers has not moved it. "
            : "";
    return "Task %s goes round after %d attempts. %s. %sStop here: a person must decide how it goes on."
        .formatted(taskId, attempts, loop.getReason(), why);
  }

  /** Lists each permission, limited to the current blockers. */
  private static Advice unblockAdvice(FoundLoop loop, String taskId) {
    return new Advice(
        Action.UNBLOCK_AUTHORITY,
        null,
        ("%s. For task %s, and for exactly these blockers, you may now: remove them or work around"
                + " them; change the design where that is needed; leave out a dependency that is"
                + " not there; put a stub in its place; work around a missing tool. Write down"
                + " what you left out as debt. Then finish the task, mark it done and go on.")
            .formatted(loop.getReason(), taskId),
        null,
        UNBLOCK);
  }

  private static String hintText(FoundLoop loop) {
    return Detectors.traits(loop)
        .hintText(
            loop.getReason(),
            loop.getAttempts(),
            Briefing.newestEvidenceText(loop),
            Briefing.evidenceText(loop));
  }

  private static String formatDuration(Duration time) {
    boolean minutes = time.toSeconds() % 60 == 0;
    return minutes ? time.toMinutes() + " min" : time.toSeconds() + " s";
  }
}
