package dev.eddyline.otlp;

import dev.eddyline.agents.AgentTask;
import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.Optional;

/**
 * The task that a record belongs to.
 *
 * @param workflow workflow of the events
 * @param session id of the conversation
 * @param subagent id of the subagent, if one acts
 * @param root the outer task, if an agent has a conversation of its own
 * @param agent the acting agent
 * @param record the record
 */
record RecordTasks(
    String workflow,
    String session,
    Optional<String> subagent,
    Optional<String> root,
    String agent,
    TelemetryRecord record) {

  /** The task at a time. */
  AgentTask at(Instant time) {
    return new AgentTask(workflow, session, subagent, agent, time);
  }

  /** An event of the task. */
  AgentEvent event(Instant time, String id, Object body) {
    return rooted(at(time).event(id, body));
  }

  /** The event with the outer task as its root. */
  AgentEvent rooted(AgentEvent event) {
    root.ifPresent(
        outer -> {
          event.setRootTaskId(outer);
          event.setParentTaskId(outer);
        });
    return event;
  }
}
