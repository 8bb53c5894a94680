package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.ToolResultText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Events of a conversation of OpenHands. The output of an evaluation has a conversation on each
 * line. Versions before 1.0 have other events, which {@link OpenHandsActions} reads.
 */
final class OpenHandsSession implements SessionReader {

  private static final String AGENT = SessionFormat.OPENHANDS.toolName();
  private static final String HISTORY = "history";

  private final SessionPlace place;
  private String session;
  private PendingCalls calls = new PendingCalls();
  private OpenHandsActions actions = new OpenHandsActions(calls);

  OpenHandsSession(SessionPlace place) {
    this.place = place;
    this.session = place.session();
  }

  @Override
  public String typeOf(JsonNode record) {
    return OpenHandsActions.isFormer(record)
        ? OpenHandsActions.typeOf(record)
        : record.path("kind").asText("?");
  }

  @Override
  public void readDocument(ObjectNode fields, boolean isEnd, EventCollector events) {
    if (!isEnd) {
      beginSession(fields);
    }
  }

  private void beginSession(JsonNode fields) {
    JsonNode id = fields.path("instance_id");
    JsonNode number = fields.path("issue").path("number");
    String name = id.isValueNode() ? id.asText("") : number.asText("");
    session = name.isEmpty() ? place.session() : place.session() + "/" + name;
    calls = new PendingCalls();
    actions = new OpenHandsActions(calls);
  }

  @Override
  public List<JsonNode> expand(JsonNode record) {
    if (record.path(HISTORY).isArray()) {
      beginSession(record);
      List<JsonNode> all = new ArrayList<>();
      record.get(HISTORY).forEach(event -> all.addAll(expand(event)));
      return all;
    }
    if (record.isArray()) {
      List<JsonNode> pair = new ArrayList<>();
      record.forEach(pair::add);
      return pair;
    }
    return List.of(record);
  }

  @Override
  public RecordOutcome read(RecordFields record, EventCollector events) {
    Optional<Instant> time = record.time("timestamp");
    AgentTask task =
        new AgentTask(AGENT, session, Optional.empty(), AGENT, time.orElseGet(events::untimed));
    boolean isTimed = time.isPresent();
    if (OpenHandsActions.isFormer(record.json())) {
      return actions.read(record, task, events, isTimed);
    }
    switch (record.required("kind")) {
      case "MessageEvent" -> readMessage(record, task, events, isTimed);
      case "ActionEvent" -> readAction(record, task, events, isTimed);
      case "ObservationEvent" -> readObservation(record, task, events, isTimed);
      case "AgentErrorEvent" ->
          calls.result(
              task, record.text("tool_call_id"), record.required("error"), true, events, isTimed);
      case "UserRejectObservation" -> calls.drop(record.text("tool_call_id"));
      case "ConversationErrorEvent" -> {
        String detail = record.text("detail").orElse(record.text("code").orElse(""));
        String type = ModelFailure.typeOf(record.text("code").orElse("") + " " + detail);
        events.add(task.failed(detail, type), isTimed);
      }
      default -> {
        return RecordOutcome.SKIPPED;
      }
    }
    return RecordOutcome.MAPPED;
  }

  private static void readMessage(
      RecordFields record, AgentTask task, EventCollector events, boolean isTimed) {
    RecordFields message = record.requiredObject("llm_message");
    String text = RecordText.onlyTexts(message.value("content").orElse(MissingNode.getInstance()));
    if (text.isBlank()) {
      return;
    }
    if (record.text("source").orElse("").equals("user")) {
      events.add(task.prompted(record.text("id"), text), isTimed);
    } else {
      events.add(task.responded(text), isTimed);
    }
  }

  private void readAction(
      RecordFields record, AgentTask task, EventCollector events, boolean isTimed) {
    String thought = RecordText.onlyTexts(record.json().path("thought"));
    if (!thought.isBlank()) {
      events.add(task.responded(thought), isTimed);
    }
    Optional<JsonNode> arguments =
        record.object("tool_call").flatMap(call -> call.value("arguments")).map(RecordText::parsed);
    calls.call(
        task,
        record.text("tool_call_id"),
        record.required("tool_name"),
        arguments,
        events,
        isTimed);
  }

  private void readObservation(
      RecordFields record, AgentTask task, EventCollector events, boolean isTimed) {
    Optional<String> callId = record.text("tool_call_id");
    RecordFields observation = record.requiredObject("observation");
    JsonNode content = observation.value("content").orElse(observation.json().path("output"));
    JsonNode code = observation.json().path("exit_code");
    boolean isError =
        observation.flag("is_error")
            || code.isInt() && code.intValue() != 0
            || calls.isShell(callId) && ToolResultText.isFailedCommand(observation.json());
    calls.result(task, callId, RecordText.of(content), isError, events, isTimed);
  }
}
