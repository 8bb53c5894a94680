package dev.eddyline.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.ToolResultText;
import java.time.Instant;
import java.util.Optional;

/** Events of a conversation of OpenHands, one file each. */
final class OpenHandsSession implements SessionReader {

  private static final String AGENT = SessionFormat.OPENHANDS.toolName();

  private final SessionPlace place;
  private final PendingCalls calls = new PendingCalls();

  OpenHandsSession(SessionPlace place) {
    this.place = place;
  }

  @Override
  public String typeOf(JsonNode record) {
    return record.path("kind").asText("?");
  }

  @Override
  public RecordOutcome read(RecordFields record, EventCollector events) {
    String kind = record.required("kind");
    Optional<Instant> time = record.time("timestamp");
    AgentTask task =
        new AgentTask(
            AGENT, place.session(), Optional.empty(), AGENT, time.orElseGet(events::untimed));
    boolean isTimed = time.isPresent();
    switch (kind) {
      case "MessageEvent" -> readMessage(record, task, events, isTimed);
      case "ActionEvent" -> readAction(record, task, events, isTimed);
      case "ObservationEvent" -> readObservation(record, task, events, isTimed);
      case "AgentErrorEvent" ->
          calls.result(
              task,
              record.required("tool_call_id"),
              record.required("error"),
              true,
              events,
              isTimed);
      case "UserRejectObservation" -> record.text("tool_call_id").ifPresent(calls::drop);
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
        record
            .object("tool_call")
            .flatMap(call -> call.text("arguments"))
            .map(text -> RecordText.embeddedObject(text).orElseGet(() -> TextNode.valueOf(text)));
    calls.call(
        task,
        RecordText.toolUse(
            record.required("tool_call_id"), record.required("tool_name"), arguments),
        events,
        isTimed);
  }

  private void readObservation(
      RecordFields record, AgentTask task, EventCollector events, boolean isTimed) {
    String callId = record.required("tool_call_id");
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
