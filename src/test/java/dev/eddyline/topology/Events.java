package dev.eddyline.topology;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskCompleted;
import java.time.Instant;

/** Events to give to the topology. */
final class Events {

  private Events() {}

  /** An event that happened at this time. */
  static AgentEvent event(String task, String eventId, Instant at, Object body) {
    return AgentEvent.newBuilder()
        .setEventId(eventId)
        .setTaskId(task)
        .setAgentId("backend-1")
        .setOccurredAt(at)
        .setBody(body)
        .build();
  }

  /** The same failure each time. */
  static AgentEvent failure(String task, String eventId, Instant at) {
    return event(
        task,
        eventId,
        at,
        FailureReported.newBuilder().setMessage("TypeError: x is undefined").build());
  }

  /** A failure of a task below another. */
  static AgentEvent failureBelow(String root, String task, String eventId, Instant at) {
    return AgentEvent.newBuilder(failure(task, eventId, at)).setRootTaskId(root).build();
  }

  /** A step that is entered, each under a name of its own, so that no rule finds a repetition. */
  static AgentEvent step(String task, String eventId, Instant at) {
    return event(task, eventId, at, StepStarted.newBuilder().setStep("build " + eventId).build());
  }

  /** A step about which a verdict is wanted in any case. */
  static AgentEvent question(String task, String eventId, Instant at) {
    return AgentEvent.newBuilder(step(task, eventId, at)).setReplyRequested(true).build();
  }

  /** The task's end with success. */
  static AgentEvent success(String task, String eventId, Instant at) {
    return event(task, eventId, at, new TaskCompleted("success"));
  }

  /** A person's decision about a root task; the gate may be null. */
  static AgentEvent decision(
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
