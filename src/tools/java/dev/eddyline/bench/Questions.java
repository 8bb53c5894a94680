package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ResponseProduced;
import java.time.Instant;

/** Events that are made to be answered. */
final class Questions {

  /** Begins the id of every subtask's event. */
  static final String SUBTASK = "sub-event-";

  private Questions() {}

  /** A response of a task of its own, which asks for a verdict. */
  static AgentEvent of(String task, String eventId) {
    ResponseProduced body = new ResponseProduced("work", "what was done in " + eventId);
    return event(eventId, task, null, true, body);
  }

  /**
   * One of two equal failures of a subtask: the second one asks, and its answer is a loop of its
   * root, published from the root's partition.
   */
  static AgentEvent ofSubtask(int number, boolean second) {
    String eventId = SUBTASK + number + (second ? "-b" : "-a");
    FailureReported body =
        new FailureReported("the build of module " + number + " broke", null, null, null, null);
    return event(eventId, "sub-" + number, "sub-root-" + number, second, body);
  }

  private static AgentEvent event(
      String eventId, String task, String root, boolean asks, Object body) {
    return new AgentEvent(
        eventId, task, root, root, null, "agent-1", null, Instant.now(), null, null, asks, body);
  }
}
