package dev.eddyline.gate;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.SubtaskLoop;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The event, task and agent that a verdict is about.
 *
 * @param eventId the event, as its sender identified it
 * @param sender name of the ingest token that sent it; null or empty without one
 * @param taskId task of the event
 * @param rootTaskId root task, whose counter counts
 * @param agentId agent of the event
 * @param sessionId session of the event, or null
 * @param workflow workflow of the task, or null
 * @param tenant tenant of the task, or null
 * @param step step of the event, or null
 * @param at event time of the event, epoch milliseconds
 * @param unknownContents number of the task's tool calls and results with unknown content
 */
public record VerdictSubject(
    String eventId,
    @Nullable String sender,
    String taskId,
    String rootTaskId,
    String agentId,
    @Nullable String sessionId,
    @Nullable String workflow,
    @Nullable String tenant,
    @Nullable String step,
    long at,
    int unknownContents) {

  private static final char SENDER_SEPARATOR = '\u0001';

  public VerdictSubject {
    Objects.requireNonNull(eventId, "eventId");
    Objects.requireNonNull(taskId, "taskId");
    Objects.requireNonNull(rootTaskId, "rootTaskId");
    Objects.requireNonNull(agentId, "agentId");
  }

  /**
   * The event among those of all senders, as derived ids name it: only a sender's own event ids are
   * unique.
   */
  public String eventKey() {
    return eventKey(eventId, sender);
  }

  /** The same of an event. */
  public static String eventKey(AgentEvent event) {
    return eventKey(event.getEventId(), event.getIngestToken());
  }

  private static String eventKey(String eventId, @Nullable String sender) {
    return sender == null || sender.isEmpty() ? eventId : eventId + SENDER_SEPARATOR + sender;
  }

  /** The subject of an event of a task with this root, workflow, tenant and step. */
  public static VerdictSubject of(
      AgentEvent event,
      String root,
      @Nullable String workflow,
      @Nullable String tenant,
      @Nullable String step,
      long at,
      int unknownContents) {
    return new VerdictSubject(
        event.getEventId(),
        event.getIngestToken(),
        event.getTaskId(),
        root,
        event.getAgentId(),
        event.getSessionId(),
        workflow,
        tenant,
        step,
        at,
        unknownContents);
  }

  /**
   * The subject of a loop that a subtask's partition detected.
   *
   * @param tenant tenant of its root, or null
   */
  public static VerdictSubject of(SubtaskLoop loop, @Nullable String tenant) {
    return new VerdictSubject(
        loop.getEventId(),
        loop.getIngestToken(),
        loop.getTaskId(),
        loop.getRootTaskId(),
        loop.getAgentId(),
        loop.getSessionId(),
        loop.getWorkflow(),
        tenant,
        loop.getStep(),
        loop.getEventTime().toEpochMilli(),
        loop.getUnknownContents());
  }
}
