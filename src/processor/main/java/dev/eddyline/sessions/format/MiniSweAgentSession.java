package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages of mini-SWE-agent. A call is the only shell block of a message, or a tool call of one of
 * two APIs; its result is the next message of the user, or of the tool. Times are in versions from
 * 2.0 only.
 */
final class MiniSweAgentSession implements SessionReader {

  private static final String AGENT = SessionFormat.MINI_SWE_AGENT.toolName();
  private static final String SHELL = "bash";
  private static final Pattern BLOCK =
      Pattern.compile("(?s)```(?:bash|sh|mswea_bash_command)[ \\t]*\\r?\\n(.*?)\\r?\\n?```");
  private static final Pattern RETURN_CODE =
      Pattern.compile("<returncode>\\s*(-?\\d{1,10})\\s*</returncode>");

  private final SessionPlace place;
  private final PendingCalls calls = new PendingCalls();
  private Optional<String> openCall = Optional.empty();
  private Optional<Instant> lastTime = Optional.empty();
  private boolean isStarted;

  MiniSweAgentSession(SessionPlace place) {
    this.place = place;
  }

  @Override
  public String typeOf(JsonNode record) {
    return record
        .path("role")
        .asText(record.path("type").asText(record.path("object").asText("?")));
  }

  private AgentTask task(EventCollector events) {
    Instant at = lastTime.orElseGet(events::untimed);
    return new AgentTask(AGENT, place.session(), Optional.empty(), AGENT, at);
  }

  private boolean isTimed() {
    return lastTime.isPresent();
  }

  @Override
  public void readDocument(ObjectNode fields, boolean isEnd, EventCollector events) {
    String exit = fields.path("info").path("exit_status").asText("");
    if (isEnd && !exit.isEmpty()) {
      String outcome = exit.equals("Submitted") ? AgentTask.SUCCESS : exit;
      events.add(task(events).completed(outcome), isTimed());
    }
  }

  @Override
  public RecordOutcome read(RecordFields message, EventCollector events) {
    Optional<RecordFields> extra = message.object("extra");
    lastTime = extra.flatMap(it -> it.time("timestamp")).or(() -> lastTime);
    JsonNode content = message.value("content").orElse(MissingNode.getInstance());
    switch (typeOf(message.json())) {
      case "user" -> readUser(message, RecordText.onlyTexts(content), events);
      case "assistant" -> readAssistant(message, RecordText.onlyTexts(content), events);
      case "response" -> readResponse(message, events);
      case "tool" ->
          addResult(message, message.text("tool_call_id"), RecordText.onlyTexts(content), events);
      case "function_call_output" ->
          addResult(
              message,
              message.text("call_id"),
              RecordText.onlyTexts(message.json().path("output")),
              events);
      default -> {
        return RecordOutcome.SKIPPED;
      }
    }
    return RecordOutcome.MAPPED;
  }

  private void readUser(RecordFields message, String text, EventCollector events) {
    if (!isStarted) {
      isStarted = true;
      events.add(task(events).started(text), isTimed());
    } else if (openCall.isPresent()) {
      addResult(message, openCall, text, events);
      openCall = Optional.empty();
    }
  }

  private void readAssistant(RecordFields message, String text, EventCollector events) {
    openCall = Optional.empty();
    countUsage(message, message.json().at("/extra/response/usage"), events);
    respond(text, events);
    List<RecordFields> toolCalls = message.objects("tool_calls");
    for (RecordFields call : toolCalls) {
      addToolCall(call.text("id"), call.requiredObject("function"), events);
    }
    List<String> commands = new ArrayList<>();
    BLOCK.matcher(text).results().map(MatchResult::group).forEach(commands::add);
    if (toolCalls.isEmpty() && commands.size() == 1) {
      Matcher block = BLOCK.matcher(commands.get(0));
      String command = block.matches() ? block.group(1).strip() : "";
      openCall = Optional.of(Long.toString(events.position()));
      ObjectNode input = JsonNodeFactory.instance.objectNode().put("command", command);
      calls.call(task(events), openCall, SHELL, Optional.of(input), events, isTimed());
    }
  }

  /** A response of the API that has messages and calls as items of one output. */
  private void readResponse(RecordFields response, EventCollector events) {
    openCall = Optional.empty();
    countUsage(response, response.json().path("usage"), events);
    for (RecordFields item : response.objects("output")) {
      String type = item.text("type").orElse("");
      if (type.equals("message")) {
        respond(RecordText.onlyTexts(item.json().path("content")), events);
      } else if (type.equals("function_call")) {
        addToolCall(item.text("call_id").or(() -> item.text("id")), item, events);
      }
    }
  }

  private void respond(String text, EventCollector events) {
    if (!text.isBlank()) {
      events.add(task(events).responded(text), isTimed());
    }
  }

  private void addToolCall(Optional<String> id, RecordFields function, EventCollector events) {
    Optional<JsonNode> arguments = function.value("arguments").map(RecordText::parsed);
    calls.call(task(events), id, function.required("name"), arguments, events, isTimed());
  }

  private static void countUsage(RecordFields message, JsonNode usage, EventCollector events) {
    double cost = message.json().at("/extra/cost").asDouble(0);
    events.addUsageToNext(Math.max(0, usage.path("total_tokens").asLong(0)), Math.max(0, cost));
  }

  private void addResult(
      RecordFields message, Optional<String> callId, String text, EventCollector events) {
    JsonNode reported = message.json().at("/extra/returncode");
    Matcher code = RETURN_CODE.matcher(text);
    boolean isError =
        reported.isInt()
            ? reported.intValue() != 0
            : code.find() && Long.parseLong(code.group(1)) != 0;
    calls.result(task(events), callId, text, isError, events, isTimed());
  }
}
