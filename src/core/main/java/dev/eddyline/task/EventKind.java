package dev.eddyline.task;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.Transition;

/** The properties of an event's body that determine how the engine processes it. */
public final class EventKind {

  private EventKind() {}

  /** Whether the event gets a reply: it requests one, or proposes what it does. */
  public static boolean asksForReply(AgentEvent event) {
    return event.getReplyRequested() || isProposed(event.getBody());
  }

  /** Whether the event is proposed: it gets a reply and is never recorded. */
  public static boolean isProposed(Object body) {
    return body instanceof StepStarted step && step.getProposed()
        || body instanceof Transition transition && transition.getProposed()
        || body instanceof TaskAttempted attempt && attempt.getProposed();
  }

  /** Whether the task reached its goal. */
  static boolean isSuccess(Object body) {
    return body instanceof TaskCompleted done
        && done.getOutcome().equalsIgnoreCase(TaskEngine.SUCCESS);
  }
}
