package dev.eddyline.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.ToolResultText;
import java.util.Optional;

/**
 * Steps of SWE-agent: thought, action and observation in one record, without ids and times. The
 * number of the step is the id of its call.
 */
final class SweAgentSession implements SessionReader {

  private static final String AGENT = SessionFormat.SWE_AGENT.toolName();

  private final SessionPlace place;
  private final PendingCalls calls = new PendingCalls();

  SweAgentSession(SessionPlace place) {
    this.place = place;
  }

  @Override
  public String typeOf(JsonNode record) {
    return "step";
  }

  private AgentTask task(EventCollector events) {
    return new AgentTask(AGENT, place.session(), Optional.empty(), AGENT, events.untimed());
  }

  @Override
  public void readDocument(ObjectNode fields, boolean isEnd, EventCollector events) {
    String exit = fields.path("info").path("exit_status").asText("");
    if (isEnd && !exit.isEmpty()) {
      String outcome = exit.equals("submitted") ? "success" : exit;
      events.add(task(events).completed(outcome), false);
    }
  }

  @Override
  public RecordOutcome read(RecordFields step, EventCollector events) {
    AgentTask task = task(events);
    String thought = step.text("thought").orElse("");
    String action = step.text("action").orElse("").strip();
    if (!thought.isBlank()) {
      events.add(task.responded(thought), false);
    }
    if (action.isEmpty()) {
      return RecordOutcome.MAPPED;
    }
    String callId = Long.toString(events.position());
    ObjectNode input = JsonNodeFactory.instance.objectNode().put("command", action);
    String tool = action.split("\\s", 2)[0];
    calls.call(task, RecordText.toolUse(callId, tool, Optional.of(input)), events, false);
    Optional<String> observation = step.text("observation");
    if (observation.isPresent()) {
      boolean isError = ToolResultText.isFailedCommand(TextNode.valueOf(observation.get()));
      calls.result(task, callId, observation.get(), isError, events, false);
    }
    return RecordOutcome.MAPPED;
  }
}
