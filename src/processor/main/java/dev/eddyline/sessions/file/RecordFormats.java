package dev.eddyline.sessions.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.sessions.format.SessionFormat;
import java.util.Optional;
import java.util.Set;

/** Recognises the format of a record by fields that only this format has. */
final class RecordFormats {

  private static final Set<String> CODEX_LINES =
      Set.of("session_meta", "turn_context", "response_item", "event_msg", "compacted");

  private static final Set<String> CODEX_ITEMS =
      Set.of("function_call", "function_call_output", "local_shell_call", "custom_tool_call");

  private static final Set<String> CODEX_TEXTS = Set.of("input_text", "output_text");

  /** Events of a history that are looked at: the first may be a message, which others have too. */
  private static final int FIRST_EVENTS = 10;

  private RecordFormats() {}

  /** The format of a record; empty when others could have such a record. */
  static Optional<SessionFormat> find(JsonNode record) {
    if (record.isArray()) {
      // the first versions of OpenHands wrote pairs of an action and its observation
      return record.isEmpty()
          ? Optional.empty()
          : find(record.get(0)).filter(SessionFormat.OPENHANDS::equals);
    }
    if (isCodex(record)) {
      return Optional.of(SessionFormat.CODEX);
    }
    if (isGemini(record)) {
      return Optional.of(SessionFormat.GEMINI_CLI);
    }
    if (isClaude(record)) {
      return Optional.of(SessionFormat.CLAUDE_CODE);
    }
    if (record.path("info").isObject() && record.path("parts").isArray()) {
      return Optional.of(SessionFormat.OPENCODE);
    }
    return isOpenHands(record) ? Optional.of(SessionFormat.OPENHANDS) : Optional.empty();
  }

  private static boolean isCodex(JsonNode record) {
    String type = record.path("type").asText("");
    boolean isLine =
        record.path("payload").isObject()
            && (record.path("timestamp").isTextual() || CODEX_LINES.contains(type));
    boolean isFirstLine =
        record.has("instructions") && record.has("id") && record.path("timestamp").isTextual();
    boolean isMessage =
        type.equals("message")
            && record.has("role")
            && CODEX_TEXTS.contains(record.path("content").path(0).path("type").asText(""));
    return isLine
        || isFirstLine
        || isMessage
        || CODEX_ITEMS.contains(type) && record.has("call_id")
        || record.path("record_type").asText("").equals("state");
  }

  private static boolean isGemini(JsonNode record) {
    boolean isHeader = record.path("sessionId").isTextual() && record.has("projectHash");
    boolean isMessage =
        record.path("type").asText("").equals("gemini")
            && (record.has("content") || record.has("toolCalls"));
    return isHeader && !record.has("messages") || isMessage;
  }

  private static boolean isClaude(JsonNode record) {
    String type = record.path("type").asText("");
    JsonNode message = record.path("message");
    boolean isMessage = type.equals("user") || type.equals("assistant");
    return isMessage
        && (message.path("content").isArray() || message.path("content").isTextual())
        && (message.has("role")
            || record.has("uuid")
            || record.has("sessionId")
            || record.has("timestamp"));
  }

  private static boolean isOpenHands(JsonNode record) {
    JsonNode history = record.path("history");
    for (int i = 0; history.isArray() && i < Math.min(history.size(), FIRST_EVENTS); i++) {
      if (find(history.get(i)).filter(SessionFormat.OPENHANDS::equals).isPresent()) {
        return true;
      }
    }
    boolean isEvent =
        record.path("kind").asText("").matches("[A-Z]\\w+(Event|Observation|Condensation\\w*)")
            && record.has("source");
    boolean isFormerEvent =
        record.path("action").isTextual() != record.path("observation").isTextual()
            && (record.has("source")
                || record.has("args")
                || record.has("extras")
                || record.has("is_confirmed"));
    return isEvent || isFormerEvent;
  }
}
