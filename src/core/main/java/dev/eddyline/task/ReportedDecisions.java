package dev.eddyline.task;

import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.Outbox;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.ReportedDecision;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.state.TaskState;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reports to the tasks of a root what a person decided. Each reply to a task that started before
 * the decision carries it, until an event of work shows that its agent went on: the next one after
 * a reply, or one that starts work without a request for a reply. A reply that expired reports
 * nothing. Each reply carries a rejection.
 *
 * <p>The state of a subtask that waits at a gate can expire, and its next event then looks like the
 * first. If the gate was opened that long before, and decided less long before, a task without
 * {@code task_started} is one that waited.
 */
final class ReportedDecisions {

  private ReportedDecisions() {}

  /**
   * The decision that verdicts on the event report; empty if there is none.
   *
   * @param at event time of the event, epoch milliseconds
   * @param decided the newest decision about the root, or null
   * @param state the task's state before the event
   */
  static Optional<PersonDecision> findDecisionToReport(
      AgentEvent event, long at, @Nullable PersonDecision decided, TaskState state, Policy policy) {
    if (event.getBody() instanceof HumanIntervened) {
      return Optional.empty();
    }
    return findDecisionToReport(decided, state, policy)
        .filter(
            it ->
                it.getDecision() == Decision.REJECT
                    || !(wasReported(it, state) && isWorkAfter(it, event, at))
                        && !(event.getBody() instanceof TaskStarted
                            && state.getStartedAt() > it.getDecidedAt()));
  }

  /** The decision that later replies to the task report; empty if there is none. */
  static Optional<PersonDecision> findDecisionToReport(
      @Nullable PersonDecision decided, TaskState state, Policy policy) {
    return Optional.ofNullable(decided)
        .filter(
            it ->
                it.getDecision() == Decision.REJECT
                    || (state.getStartedAt() <= it.getDecidedAt()
                            || mayHaveExpiredAtGate(it, state, policy))
                        && !(wasReported(it, state) && state.getReported().getWentOn()));
  }

  /** Whether the task may have waited at the gate longer than its state was stored. */
  private static boolean mayHaveExpiredAtGate(
      PersonDecision decided, TaskState state, Policy policy) {
    boolean isStartKnown = state.getEvaluation() != null && state.getEvaluation().getGoal() != null;
    long stored = policy.forgetAfter().toMillis();
    return !isStartKnown
        && decided.getGateOpenedAt() != null
        && state.getStartedAt() - decided.getGateOpenedAt() > stored
        && state.getStartedAt() - decided.getDecidedAt() <= stored;
  }

  /**
   * Records after an event whether the decision was reported to its task, or the agent went on.
   *
   * @param at event time of the event, epoch milliseconds
   */
  static void recordReport(
      AgentEvent event, long at, DecisionContext context, TaskState state, Outbox outbox) {
    PersonDecision decided = context.root().decided();
    if (decided == null || decided.getDecision() == Decision.REJECT) {
      return;
    }
    boolean wasReported = wasReported(decided, state);
    boolean wentOn =
        wasReported
            ? state.getReported().getWentOn() || isWorkAfter(decided, event, at)
            : startsWorkWithoutAsking(event) && at > decided.getDecidedAt();
    boolean isReported =
        context.reportsDecision(outbox.decidedAt())
            && outbox.records().stream().anyMatch(ReportedDecisions::carriesDecision);
    if (wentOn || wasReported || isReported) {
      state.setReported(new ReportedDecision(decided.getEventId(), wentOn));
    }
  }

  /** Whether it is a reply with the decision, or lets the root's partition publish it. */
  private static boolean carriesDecision(SpecificRecord record) {
    return record instanceof LoopVerdict reply && reply.getDecision() != null && !reply.getShadow()
        || record instanceof Signal signal
            && signal.getBody() instanceof SubtaskLoop loop
            && loop.getReplyRequested();
  }

  /** Records before a reply to an earlier event that it reports the decision. */
  static void recordReply(DecisionContext context, TaskState state, Outbox outbox) {
    if (context.reportsDecision(outbox.decidedAt())) {
      PersonDecision decided = context.decisionToReport().get();
      state.setReported(new ReportedDecision(decided.getEventId(), false));
    }
  }

  private static boolean wasReported(PersonDecision decided, TaskState state) {
    return state.getReported() != null
        && state.getReported().getEventId().equals(decided.getEventId());
  }

  private static boolean startsWorkWithoutAsking(AgentEvent event) {
    Object body = event.getBody();
    return !event.getReplyRequested()
        && (body instanceof ToolCalled
            || body instanceof StepStarted
            || body instanceof Transition
            || body instanceof TaskAttempted
            || body instanceof CollaborationRequested);
  }

  /** An event from before the decision that arrives later does not show that the agent went on. */
  private static boolean isWorkAfter(PersonDecision decided, AgentEvent event, long at) {
    Object body = event.getBody();
    return at > decided.getDecidedAt()
        && !EventKind.isProposed(body)
        && !(body instanceof UserMessage
            || body instanceof TaskStarted
            || body instanceof WaitingStarted
            || body instanceof WaitingEnded);
  }
}
