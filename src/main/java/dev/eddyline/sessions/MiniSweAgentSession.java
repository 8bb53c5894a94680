package dev.eddyline.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.eddyline.agents.AgentTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages of mini-SWE-agent. A call is the only shell block of a message, or a tool call; its
 * result is the next message of the user, or of the tool. There are no times.
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
  private boolean isStarted;

  MiniSweAgentSession(SessionPlace place) {
    this.place = place;
  }

  @Override
  public String typeOf(JsonNode record) {
    return record.path("role").asText(record.path("type").asText("?"));
  }

  private AgentTask task(EventCollector events) {
    return new AgentTask(AGENT, place.session(), Optional.empty(), AGENT, events.untimed());
  }

  @Override
  public void readDocument(ObjectNode fields, boolean isEnd, EventCollector events) {
    String exit = fields.path("info").path("exit_status").asText("");
    if (isEnd && !exit.isEmpty()) {
      String outcome = exit.equals("Submitted") ? "success" : exit;
      events.add(task(events).completed(outcome), false);
    }
  }

  @Override
  public RecordOutcome read(RecordFields message, EventCollector events) {
    String role = message.required("role");
    JsonNode content = message.value("content").orElse(MissingNode.getInstance());
    String text = RecordText.onlyTexts(content);
    switch (role) {
      case "user" -> readUser(text, events);
      case "assistant" -> readAssistant(message, text, events);
      case "tool" -> addResult(message.required("tool_call_id"), text, events);
      default -> {
        return RecordOutcome.SKIPPED;
      }
    }
    return RecordOutcome.MAPPED;
  }

  private void readUser(String text, EventCollector events) {
    if (!isStarted) {
      isStarted = true;
      events.add(task(events).started(text), false);
    } else if (openCall.isPresent()) {
      addResult(openCall.get(), text, events);
      openCall = Optional.empty();
    }
  }

  private void readAssistant(RecordFields message, String text, EventCollector events) {
    if (!text.isBlank()) {
      events.add(task(events).responded(text), false);
    }
    openCall = Optional.empty();
    List<RecordFields> toolCalls = message.objects("tool_calls");
    for (RecordFields call : toolCalls) {
      RecordFields function = call.requiredObject("function");
      Optional<JsonNode> arguments =
          function
              .text("arguments")
              .map(it -> RecordText.embeddedObject(it).orElseGet(() -> TextNode.valueOf(it)));
      addCall(call.required("id"), function.required("name"), arguments, events);
    }
    List<String> commands = new ArrayList<>();
    BLOCK.matcher(text).results().map(MatchResult::group).forEach(commands::add);
    if (toolCalls.isEmpty() && commands.size() == 1) {
      Matcher block = BLOCK.matcher(commands.get(0));
      String command = block.matches() ? block.group(1).strip() : "";
      String callId = Long.toString(events.position());
      ObjectNode input = JsonNodeFactory.instance.objectNode().put("command", command);
      addCall(callId, SHELL, Optional.of(input), events);
      openCall = Optional.of(callId);
    }
  }

  private void addCall(
      String callId, String tool, Optional<JsonNode> input, EventCollector events) {
    calls.call(task(events), RecordText.toolUse(callId, tool, input), events, false);
  }

  private void addResult(String callId, String text, EventCollector events) {
    Matcher code = RETURN_CODE.matcher(text);
    boolean isError = code.find() && Long.parseLong(code.group(1)) != 0;
    calls.result(task(events), callId, text, isError, events, false);
  }
}
