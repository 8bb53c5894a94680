package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.ToolResultText;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Chats of Gemini CLI. A record with the id of an earlier one replaces it: its calls and results
 * are added as they appear, the text of a message when the next message begins. What a rewind
 * removes from the chat has happened, and remains.
 */
final class GeminiSession implements SessionReader {

  private static final String AGENT = SessionFormat.GEMINI_CLI.toolName();
  private static final int RECENT = 10_000;

  private final SessionPlace place;
  private final PendingCalls calls = new PendingCalls();
  private final RecentIds added = new RecentIds(RECENT);
  private Optional<String> session = Optional.empty();
  private boolean isSubagent;
  private Optional<PendingResponse> response = Optional.empty();

  /** The text of the newest message. */
  private record PendingResponse(String messageId, String text, AgentTask task, boolean isTimed) {}

  GeminiSession(SessionPlace place) {
    this.place = place;
    this.isSubagent = place.subagent().isPresent();
  }

  @Override
  public String typeOf(JsonNode record) {
    if (isHeader(record)) {
      return "session";
    }
    return record.has("$set")
        ? "$set"
        : record.has("$rewindTo") ? "$rewindTo" : record.path("type").asText("?");
  }

  private static boolean isHeader(JsonNode record) {
    return record.has("sessionId") && !record.has("type");
  }

  @Override
  public void readDocument(ObjectNode fields, boolean isEnd, EventCollector events) {
    if (!isEnd && isHeader(fields)) {
      readHeader(RecordFields.of(fields));
    }
  }

  private void readHeader(RecordFields header) {
    session = Optional.of(header.required("sessionId"));
    isSubagent = header.text("kind").filter("subagent"::equals).isPresent();
  }

  @Override
  public RecordOutcome read(RecordFields record, EventCollector events) {
    if (isHeader(record.json())) {
      readHeader(record);
      return RecordOutcome.MAPPED;
    }
    if (record.json().has("$set")) {
      for (RecordFields message : record.requiredObject("$set").objects("messages")) {
        readMessage(message, events);
      }
      return RecordOutcome.MAPPED;
    }
    return record.json().has("$rewindTo") ? RecordOutcome.MAPPED : readMessage(record, events);
  }

  private RecordOutcome readMessage(RecordFields record, EventCollector events) {
    String type = record.required("type");
    boolean isModel = type.equals("gemini") || type.equals("model");
    if (!isModel && !type.equals("user") && !type.equals("error")) {
      return RecordOutcome.SKIPPED;
    }
    String id = record.text("id").orElseGet(events::nextPlace);
    Optional<Instant> time = record.time("timestamp");
    String text = RecordText.onlyTexts(record.value("content").orElse(MissingNode.getInstance()));
    AgentTask task = task(time, events);
    if (response.isPresent() && !response.get().messageId().equals(id)) {
      finish(events);
    }
    if (isModel) {
      readModelMessage(record, id, text, task, events);
    } else if (!text.isBlank() && added.add(id)) {
      addMessage(type, id, text, task, events, time.isPresent());
    }
    return RecordOutcome.MAPPED;
  }

  private void addMessage(
      String type, String id, String text, AgentTask task, EventCollector events, boolean isTimed) {
    if (type.equals("error")) {
      events.add(task.failed(text, ModelFailure.typeOf(text)), isTimed);
    } else if (task.subagent().isEmpty()) {
      events.add(task.prompted(Optional.of(id), text), isTimed);
    } else if (added.add("started")) {
      events.add(task.started(text), isTimed);
    }
  }

  private AgentTask task(Optional<Instant> time, EventCollector events) {
    String own = session.orElse(place.session());
    boolean hasParent = isSubagent && place.subagent().isPresent();
    return new AgentTask(
        AGENT,
        hasParent ? place.session() : own,
        hasParent ? Optional.of(own) : Optional.empty(),
        AGENT,
        time.orElseGet(events::untimed));
  }

  private void readModelMessage(
      RecordFields record, String id, String text, AgentTask task, EventCollector events) {
    Optional<Instant> time = record.time("timestamp");
    if (!text.isBlank()) {
      response = Optional.of(new PendingResponse(id, text, task, time.isPresent()));
    }
    List<RecordFields> toolCalls = record.objects("toolCalls");
    for (int i = 0; i < toolCalls.size(); i++) {
      readCall(toolCalls.get(i), id + "#" + i, time, events);
    }
    Optional<RecordFields> tokens = record.object("tokens");
    if (tokens.isPresent() && added.add(id + ":tokens")) {
      events.addUsage(tokens.get().count("total"), 0);
    }
  }

  /**
   * Adds what is new of a call.
   *
   * @param place its place in its message, which is the same when the message is written again
   */
  private void readCall(
      RecordFields call, String place, Optional<Instant> time, EventCollector events) {
    Optional<String> id = call.text("id").filter(it -> !it.isEmpty());
    AgentTask task = task(call.time("timestamp").or(() -> time), events);
    boolean isTimed = call.time("timestamp").or(() -> time).isPresent();
    Optional<String> callId = Optional.of(id.orElse(place));
    String key = place + "/" + id.orElse("");
    if (added.add(key + ":called")) {
      calls.call(task, callId, call.required("name"), call.value("args"), events, isTimed);
    }
    String status = call.text("status").orElse("");
    boolean isEnded = status.equals("success") || status.equals("error");
    if (isEnded && added.add(key + ":returned")) {
      JsonNode result = result(call.value("result").orElse(MissingNode.getInstance()));
      boolean isError =
          status.equals("error") || calls.isShell(callId) && ToolResultText.isFailedCommand(result);
      String output = result.isMissingNode() ? null : ToolResultText.of(result);
      calls.result(task, callId, output, isError, events, isTimed);
    }
  }

  /** The response of a tool, as its model was given it. */
  private static JsonNode result(JsonNode parts) {
    JsonNode response = parts.at("/0/functionResponse/response");
    for (String key : new String[] {"output", "error"}) {
      if (response.path(key).isTextual()) {
        return response.get(key);
      }
    }
    return response.isMissingNode() ? parts : response;
  }

  @Override
  public void finish(EventCollector events) {
    response
        .filter(it -> added.add(it.messageId() + ":response"))
        .ifPresent(it -> events.add(it.task().responded(it.text()), it.isTimed()));
    response = Optional.empty();
  }
}
