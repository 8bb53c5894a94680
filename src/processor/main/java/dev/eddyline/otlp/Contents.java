package dev.eddyline.otlp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.eddyline.agents.ToolResultText;
import java.util.Optional;

/** Arguments and results without the envelopes in which SDKs wrap them. */
final class Contents {

  /** A longer text is not parsed: it is compared as text. */
  private static final int LONGEST_JSON = 2_000_000;

  /** Most envelopes around a value. */
  private static final int MAX_ENVELOPES = 4;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(200).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private Contents() {}

  /**
   * A tool's result.
   *
   * @param text its text
   * @param isError whether the envelope says that the tool failed
   * @param callId id of the call, if the envelope has it
   * @param tool name of the tool, if the envelope has it
   */
  record Result(String text, boolean isError, Optional<String> callId, Optional<String> tool) {}

  /** A value as JSON: itself, or the JSON in a text; empty for any other text. */
  static Optional<JsonNode> parsed(JsonNode value) {
    if (!value.isTextual()) {
      return Optional.of(value);
    }
    String text = value.textValue().strip();
    boolean isQuoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
    boolean mayBeJson = isQuoted || text.startsWith("{") || text.startsWith("[");
    if (text.length() > LONGEST_JSON || !mayBeJson) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readTree(text));
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }

  /** Whether a text is the beginning of an object or list, which a limit of length cut. */
  static boolean isCut(JsonNode value) {
    String text = value.isTextual() ? value.textValue().strip() : "";
    return text.startsWith("{") && !text.endsWith("}")
        || text.startsWith("[") && !text.endsWith("]");
  }

  /** The arguments of a call without envelopes; a text that is not JSON remains a text. */
  static JsonNode arguments(JsonNode reported) {
    JsonNode value = parsed(reported).orElse(reported);
    for (int i = 0; i < MAX_ENVELOPES; i++) {
      JsonNode inner = innerArguments(value);
      if (inner.isMissingNode()) {
        return value;
      }
      value = parsed(inner).orElse(inner);
    }
    return value;
  }

  /** The call's id in the arguments' envelope. */
  static Optional<String> callIdOfArguments(JsonNode reported) {
    return parsed(reported)
        .map(value -> value.path("kwargs").path("tool_call_id").textValue())
        .filter(id -> !id.isBlank());
  }

  private static JsonNode innerArguments(JsonNode value) {
    if (value.has("input_str") && value.has("metadata")) {
      return value.path("inputs").isObject() ? value.get("inputs") : value.get("input_str");
    }
    if (value.path("tool_name").isTextual() && value.has("arguments") && value.size() == 2) {
      return value.get("arguments");
    }
    JsonNode args = value.path("args");
    boolean isCall = args.isArray() && value.size() <= 3;
    if (isCall && value.path("kwargs").isObject() && args.isEmpty()) {
      return value.get("kwargs");
    }
    return isCall && args.size() == 1 && value.size() == 1 ? args.get(0) : args.path(-1);
  }

  /** The result of a call without envelopes. */
  static Result result(JsonNode reported) {
    JsonNode value = parsed(reported).orElse(reported);
    boolean isError = false;
    Optional<String> callId = Optional.empty();
    Optional<String> tool = Optional.empty();
    for (int i = 0; i < MAX_ENVELOPES; i++) {
      JsonNode message = message(value);
      if (!message.isMissingNode()) {
        callId = callId.or(() -> name(message, "tool_call_id"));
        tool = tool.or(() -> name(message, "name"));
        isError |= message.path("status").asText().equals("error");
        value = message.path("content");
      } else if (isOutputEnvelope(value)) {
        value = value.get("output");
      } else {
        break;
      }
    }
    isError |= value.path("isError").asBoolean(false);
    return new Result(ToolResultText.of(value), isError, callId, tool);
  }

  private static Optional<String> name(JsonNode message, String field) {
    return Optional.ofNullable(message.path(field).textValue()).filter(name -> !name.isBlank());
  }

  private static boolean isOutputEnvelope(JsonNode value) {
    boolean isAlone = value.size() == 1 || value.path("kwargs").isObject();
    return isAlone && value.path("output").isObject();
  }

  /** The fields of a serialised LangChain message; missing for anything else. */
  private static JsonNode message(JsonNode value) {
    if (value.path("kwargs").has("content")) {
      return value.get("kwargs");
    }
    if (value.path("data").has("content") && value.path("type").isTextual()) {
      return value.get("data");
    }
    return value.has("content") && value.has("tool_call_id")
        ? value
        : value.path("kwargs").path(-1);
  }
}
