package dev.eddyline.bench.load;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.FailureReported;
import java.time.Instant;

/** Events that request a reply, as latency probes. */
public final class ProbeEvents {

  /** Prefix of the id of every subtask's event. */
  public static final String SUBTASK_EVENT_ID_PREFIX = "sub-event-";

  private ProbeEvents() {}

  /**
   * One of two equal failures of a subtask. The second requests a reply, which reports a loop of
   * its root and is published from the root's partition.
   */
  public static AgentEvent ofSubtask(int number, boolean second) {
    String eventId = SUBTASK_EVENT_ID_PREFIX + number + (second ? "-b" : "-a");
    FailureReported body =
        new FailureReported("the build of module " + number + " broke", null, null, null, null);
    String root = "sub-root-" + number;
    return new AgentEvent(
        eventId,
        "sub-" + number,
        root,
        root,
        null,
        "agent-1",
        null,
        Instant.now(),
        null,
        null,
        second,
        body,
        null,
        null);
  }
}
