package dev.eddyline.bench;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ResponseProduced;
import java.time.Instant;

/** Events that request a reply, as latency probes. */
final class ProbeEvents {

  /** Prefix of the id of every subtask's event. */
  static final String SUBTASK_EVENT_ID_PREFIX = "sub-event-";

  private ProbeEvents() {}

  /** A response event of a separate task that requests a verdict. */
  static AgentEvent createTaskEvent(String task, String eventId) {
    ResponseProduced body = new ResponseProduced("work", "what was done in " + eventId);
    return event(eventId, task, null, true, body);
  }

  /**
   * One of two equal failures of a subtask. The second requests a reply, which reports a loop of
   * its root and is published from the root's partition.
   */
  static AgentEvent ofSubtask(int number, boolean second) {
    String eventId = SUBTASK_EVENT_ID_PREFIX + number + (second ? "-b" : "-a");
    FailureReported body =
        new FailureReported("the build of module " + number + " broke", null, null, null, null);
    return event(eventId, "sub-" + number, "sub-root-" + number, second, body);
  }

  private static AgentEvent event(
      String eventId, String task, String root, boolean replyRequested, Object body) {
    return new AgentEvent(
        eventId,
        task,
        root,
        root,
        null,
        "agent-1",
        null,
        Instant.now(),
        null,
        null,
        replyRequested,
        body);
  }
}
