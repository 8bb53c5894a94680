package dev.eddyline.app;

import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.schema.AgentEvent;
import java.time.Clock;
import java.time.Instant;

/** Events for tests over real servers. */
public final class JsonEvents {

  private static final EventReader READER = new EventReader(LiveEvents.defaults(Clock.systemUTC()));

  private JsonEvents() {}

  /** The event of a line of JSON. */
  public static AgentEvent json(String line) {
    try {
      return READER.read(line).event();
    } catch (InvalidEventException invalid) {
      throw new IllegalArgumentException(invalid);
    }
  }

  /** A failure. */
  public static AgentEvent failure(String task, String message) {
    return json(
        "{\"taskId\":\"%s\",\"agentId\":\"agent1\",\"type\":\"failure_reported\",\"message\":\"%s\"}"
            .formatted(task, message));
  }

  /** A failure at a given time, with a given id. */
  public static AgentEvent failure(String task, String message, String eventId, Instant at) {
    AgentEvent event = failure(task, message);
    event.setEventId(eventId);
    event.setOccurredAt(at);
    return event;
  }

  /** A human approval. */
  public static AgentEvent approval(String root, String gateId) {
    return json(
        "{\"taskId\":\"%s\",\"gateId\":\"%s\",\"type\":\"human_intervened\",\"decision\":\"approve\",\"guidance\":\"another way\",\"by\":\"lead\"}"
            .formatted(root, gateId));
  }

  /** A human rejection of a task without a gate. */
  public static AgentEvent rejection(String root, String eventId, String gateId) {
    return json(
        "{\"taskId\":\"%s\",\"eventId\":\"%s\",\"gateId\":\"%s\",\"type\":\"human_intervened\",\"decision\":\"reject\",\"guidance\":\"stop\",\"by\":\"lead\"}"
            .formatted(root, eventId, gateId));
  }

  /** A successful end. */
  public static AgentEvent success(String task) {
    return json(
        "{\"taskId\":\"%s\",\"type\":\"task_completed\",\"outcome\":\"success\"}".formatted(task));
  }
}
