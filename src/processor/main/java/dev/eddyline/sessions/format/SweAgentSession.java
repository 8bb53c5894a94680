package dev.eddyline.sessions.format;

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
    if (!isEnd) {
      firstPrompt(fields).ifPresent(text -> events.add(task(events).started(text), false));
      return;
    }
    JsonNode used = fields.path("info").path("model_stats");
    long tokens = used.path("tokens_sent").asLong(0) + used.path("tokens_received").asLong(0);
    double cost = used.path("instance_cost").asDouble(0);
    events.addUsage(Math.max(0, tokens), Math.max(0, cost));
    String exit = fields.path("info").path("exit_status").asText("");
    if (!exit.isEmpty()) {
      String outcome = exit.equals("submitted") ? "success" : exit;
      events.add(task(events).completed(outcome), false);
    }
  }

  /** The task: the first message of the user after the demonstrations. */
  private static Optional<String> firstPrompt(ObjectNode fields) {
    for (JsonNode message : fields.path("history")) {
      if (message.path("role").asText("").equals("user") && !message.path("is_demo").asBoolean()) {
        return Optional.of(RecordText.onlyTexts(message.path("content")))
            .filter(text -> !text.isBlank());
      }
    }
    return Optional.empty();
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
    calls.call(task, Optional.of(callId), tool, Optional.of(input), events, false);
    Optional<String> observation = step.text("observation");
    if (observation.isPresent()) {
      boolean isError = ToolResultText.isFailedCommand(TextNode.valueOf(observation.get()));
      calls.result(task, Optional.of(callId), observation.get(), isError, events, false);
    }
    return RecordOutcome.MAPPED;
  }
}
