package dev.eddyline.task;

import dev.eddyline.gate.Outbox;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.ReportedDecision;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.state.TaskState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reports to the tasks of a root what a person decided. Each reply to a task that started before
 * the decision carries it, until an event of work shows that its agent went on: the next one after
 * a reply, or one that starts work without a request for a reply. Each reply carries a rejection.
 */
final class ReportedDecisions {

  private ReportedDecisions() {}

  /**
   * The decision that verdicts on the event report; empty if there is none.
   *
   * @param decided the newest decision about the root, or null
   * @param state the task's state before the event
   */
  static Optional<PersonDecision> findDecisionToReport(
      AgentEvent event, @Nullable PersonDecision decided, TaskState state) {
    boolean isOver =
        decided == null
            || event.getBody() instanceof HumanIntervened
            || state.getStartedAt() > decided.getDecidedAt()
            || decided.getDecision() != Decision.REJECT
                && wasReported(decided, state)
                && (state.getReported().getWentOn() || isWork(event));
    return isOver ? Optional.empty() : Optional.of(decided);
  }

  /** Records after an event whether the decision was reported to its task, or the agent went on. */
  static void recordReport(
      AgentEvent event, @Nullable PersonDecision decided, TaskState state, Outbox outbox) {
    if (decided == null || decided.getDecision() == Decision.REJECT) {
      return;
    }
    boolean wasReported = wasReported(decided, state);
    boolean wentOn = wasReported ? isWork(event) : startsWorkWithoutAsking(event);
    boolean isReported =
        wasReported
            || outbox.records().stream()
                .anyMatch(it -> it instanceof LoopVerdict reply && reply.getDecision() != null);
    if (wentOn || isReported) {
      boolean wentOnBefore = wasReported && state.getReported().getWentOn();
      state.setReported(new ReportedDecision(decided.getEventId(), wentOn || wentOnBefore));
    }
  }

  private static boolean wasReported(PersonDecision decided, TaskState state) {
    return state.getReported() != null
        && state.getReported().getEventId().equals(decided.getEventId());
  }

  private static boolean startsWorkWithoutAsking(AgentEvent event) {
    return !event.getReplyRequested()
        && (event.getBody() instanceof ToolCalled
            || event.getBody() instanceof StepStarted
            || event.getBody() instanceof Transition
            || event.getBody() instanceof TaskAttempted);
  }

  private static boolean isWork(AgentEvent event) {
    Object body = event.getBody();
    return !EventKind.isProposed(body)
        && (body instanceof ToolCalled
            || body instanceof ToolReturned
            || body instanceof StepStarted
            || body instanceof Transition
            || body instanceof TaskAttempted
            || body instanceof FailureReported
            || body instanceof ProgressReported);
  }
}
