package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.AgentTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Actions and observations of OpenHands before 1.0. An observation names its action, whose model
 * may have given the same id to several calls. In the first versions it followed its action.
 */
final class OpenHandsActions {

  /** Actions without a call of a tool. */
  private static final Set<String> NO_CALLS =
      Set.of("system", "recall", "change_agent_state", "null", "pause", "resume", "start", "init");

  private static final Set<String> NO_RESULTS = Set.of("null", "agent_state_changed", "recall");

  /** Arguments that only explain a call. */
  private static final List<String> EXPLANATIONS =
      List.of(
          "thought",
          "security_risk",
          "confirmation_state",
          "is_confirmed",
          "action_risk",
          "hidden",
          "keep_prompt");

  /** Fields around the arguments in the first versions, which had the arguments among them. */
  private static final List<String> ENVELOPE =
      List.of("id", "timestamp", "source", "message", "action", "cause", "tool_call_metadata");

  private static final List<String> EXIT_CODES =
      List.of("/extras/metadata/exit_code", "/extras/exit_code", "/exit_code");

  private static final int RECENT = 2_000;

  private final PendingCalls calls;
  private final RecentIds ids = new RecentIds(RECENT);
  private final RecentIds billed = new RecentIds(RECENT);

  /** The calls of actions that have an id. */
  private final Map<String, String> callsByAction = new RecentIds.RecentMap<>(RECENT);

  private String lastCall = "";

  OpenHandsActions(PendingCalls calls) {
    this.calls = calls;
  }

  /** Whether a record is an action or an observation. */
  static boolean isFormer(JsonNode record) {
    return !record.has("kind") && (record.has("action") || record.has("observation"));
  }

  /** The type of a record. */
  static String typeOf(JsonNode record) {
    return record.has("observation")
        ? "observation/" + record.path("observation").asText("?")
        : "action/" + record.path("action").asText("?");
  }

  /** Maps an action or an observation. */
  RecordOutcome read(RecordFields record, AgentTask task, EventCollector events, boolean isTimed) {
    if (record.json().has("observation")) {
      return readObservation(record, task, events, isTimed);
    }
    String action = record.text("action").orElse("null");
    if (NO_CALLS.contains(action) || action.startsWith("condensation")) {
      return RecordOutcome.SKIPPED;
    }
    ObjectNode arguments = arguments(record.json());
    countUsage(record, events);
    if (action.equals("message")) {
      readMessage(record, arguments.path("content").asText(""), task, events, isTimed);
      return RecordOutcome.MAPPED;
    }
    String thought =
        record.json().path("args").path("thought").asText(record.json().path("thought").asText(""));
    if (!thought.isBlank() && !action.equals("think")) {
      events.add(task.responded(thought), isTimed);
    }
    JsonNode metadata = record.json().path("tool_call_metadata");
    String id = record.json().path("id").asText("");
    // the action's id is unique, the model's often is not
    lastCall = metadata.path("tool_call_id").asText(id.isEmpty() ? events.nextPlace() : id);
    lastCall =
        ids.add(lastCall) ? lastCall : lastCall + "#" + (id.isEmpty() ? events.nextPlace() : id);
    if (!id.isEmpty()) {
      callsByAction.put(id, lastCall);
    }
    calls.call(
        task,
        Optional.of(lastCall),
        metadata.path("function_name").asText(action),
        Optional.of(action.equals("think") ? arguments(record.json(), List.of()) : arguments),
        events,
        isTimed);
    return RecordOutcome.MAPPED;
  }

  private static ObjectNode arguments(JsonNode action) {
    return arguments(action, EXPLANATIONS);
  }

  private static ObjectNode arguments(JsonNode action, List<String> without) {
    ObjectNode arguments =
        action.path("args") instanceof ObjectNode args
            ? args.deepCopy()
            : action.<ObjectNode>deepCopy().without(ENVELOPE);
    return arguments.without(without);
  }

  private void readMessage(
      RecordFields record, String text, AgentTask task, EventCollector events, boolean isTimed) {
    if (text.isBlank()) {
      return;
    }
    // the first versions did not say who wrote a message: the first one is the task
    boolean isPrompt =
        record
            .text("source")
            .map("user"::equals)
            .orElse(callsByAction.isEmpty() && lastCall.isEmpty());
    if (isPrompt) {
      String id = record.json().path("id").asText("");
      events.add(task.prompted(Optional.of(id).filter(it -> !it.isEmpty()), text), isTimed);
    } else {
      events.add(task.responded(text), isTimed);
    }
  }

  private RecordOutcome readObservation(
      RecordFields record, AgentTask task, EventCollector events, boolean isTimed) {
    String kind = record.text("observation").orElse("null");
    if (NO_RESULTS.contains(kind)) {
      return RecordOutcome.SKIPPED;
    }
    String cause = record.json().path("cause").asText("");
    String callId = cause.isEmpty() ? lastCall : callsByAction.getOrDefault(cause, "");
    String output = RecordText.of(record.json().path("content"));
    if (kind.equals("error") && !calls.isOpen(callId)) {
      events.add(task.failed(output, ModelFailure.typeOf(output)), isTimed);
      return RecordOutcome.MAPPED;
    }
    if (callId.isEmpty()) {
      return RecordOutcome.SKIPPED;
    }
    if (kind.equals("user_rejected")) {
      calls.drop(Optional.of(callId));
      return RecordOutcome.MAPPED;
    }
    boolean isError =
        kind.equals("error")
            || EXIT_CODES.stream()
                .map(record.json()::at)
                .anyMatch(code -> code.isInt() && code.intValue() != 0);
    calls.result(task, Optional.of(callId), output, isError, events, isTimed);
    return RecordOutcome.MAPPED;
  }

  /** A response of the model is repeated with each of its calls. */
  private void countUsage(RecordFields record, EventCollector events) {
    JsonNode response = record.json().path("tool_call_metadata").path("model_response");
    long tokens = response.path("usage").path("total_tokens").asLong(0);
    if (tokens > 0 && billed.add(response.path("id").asText("") + tokens)) {
      events.addUsageToNext(tokens, 0);
    }
  }
}
