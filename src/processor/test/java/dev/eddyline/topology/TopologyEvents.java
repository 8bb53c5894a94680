package dev.eddyline.topology;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskCompleted;
import java.time.Instant;

/** Events for the topology. */
public final class TopologyEvents {

  private TopologyEvents() {}

  /** An event that happened at this time. */
  public static AgentEvent event(String task, String eventId, Instant at, Object body) {
    return AgentEvent.newBuilder()
        .setEventId(eventId)
        .setTaskId(task)
        .setAgentId("backend-1")
        .setOccurredAt(at)
        .setBody(body)
        .build();
  }

  /** A failure with the same message each time. */
  public static AgentEvent failure(String task, String eventId, Instant at) {
    return event(
        task,
        eventId,
        at,
        FailureReported.newBuilder().setMessage("TypeError: x is undefined").build());
  }

  /** A failure of a subtask. */
  public static AgentEvent failureBelow(String root, String task, String eventId, Instant at) {
    return AgentEvent.newBuilder(failure(task, eventId, at)).setRootTaskId(root).build();
  }

  /** A step under a unique name, so that no detector finds a repetition. */
  public static AgentEvent step(String task, String eventId, Instant at) {
    return event(task, eventId, at, StepStarted.newBuilder().setStep("build " + eventId).build());
  }

  /** A step with a requested reply. */
  public static AgentEvent question(String task, String eventId, Instant at) {
    return AgentEvent.newBuilder(step(task, eventId, at)).setReplyRequested(true).build();
  }

  /** The successful end of a task. */
  public static AgentEvent success(String task, String eventId, Instant at) {
    return event(task, eventId, at, new TaskCompleted("success"));
  }

  /** A human decision about a root task; the gate may be null. */
  public static AgentEvent decision(
      String root, String eventId, Instant at, Decision decision, String gateId) {
    return event(
        root,
        eventId,
        at,
        HumanIntervened.newBuilder()
            .setGateId(gateId)
            .setDecision(decision)
            .setGuidance("look at the imports")
            .setBy("ann")
            .build());
  }
}
