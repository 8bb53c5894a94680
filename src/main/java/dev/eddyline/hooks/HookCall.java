package dev.eddyline.hooks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.ToolUse;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** One call of a hook: the JSON that the agent wrote, with typed access to its fields. */
public final class HookCall {

  private static final int MAX_JSON_NESTING_DEPTH = 100;

  /** A short text of many values would become many times its size in memory. */
  private static final long MAX_JSON_TOKENS = 100_000;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_JSON_NESTING_DEPTH)
                          .maxTokenCount(MAX_JSON_TOKENS)
                          .build())
                  .build())
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  /** The first letter of a word after the first one, in snake case. */
  private static final Pattern WORD_START = Pattern.compile("_([a-z])");

  private final ObjectNode json;
  private final Optional<String> workflow;
  private final Instant receivedAt;

  private HookCall(ObjectNode json, Optional<String> workflow, Instant receivedAt) {
    this.json = json;
    this.workflow = workflow;
    this.receivedAt = receivedAt;
  }

  /**
   * Reads a hook's body.
   *
   * @param workflow the workflow that the hook's URL names, if any
   * @throws InvalidHookException when the body is not one JSON object
   */
  public static HookCall read(String body, Optional<String> workflow, Instant receivedAt) {
    JsonNode read;
    try {
      read = JSON.readTree(body);
    } catch (JsonProcessingException notJson) {
      // the parser's message quotes the body
      throw new InvalidHookException(null, "the body must be one JSON object, with each key once");
    }
    if (!(read instanceof ObjectNode json)) {
      throw new InvalidHookException(null, "the body must be one JSON object, with each key once");
    }
    return new HookCall(json, workflow, receivedAt);
  }

  /** The workflow of the hook's events. */
  String workflow(String otherwise) {
    return workflow.orElse(otherwise);
  }

  /** When the hook was received. */
  Instant receivedAt() {
    return receivedAt;
  }

  /**
   * A field; empty when it is absent or null. Some agents write {@code sessionId} for {@code
   * session_id}.
   *
   * @param field its name in snake case
   */
  Optional<JsonNode> value(String field) {
    return given(field).or(() -> given(camelCase(field)));
  }

  private Optional<JsonNode> given(String name) {
    return Optional.ofNullable(json.get(name)).filter(value -> !value.isNull());
  }

  private static String camelCase(String snakeCase) {
    return WORD_START
        .matcher(snakeCase)
        .replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
  }

  /** A text field; empty when it is absent or null. */
  Optional<String> text(String field) {
    return value(field)
        .map(
            value -> {
              if (!value.isTextual()) {
                String kind = value.getNodeType().name().toLowerCase(Locale.ROOT);
                throw new InvalidHookException(field, "must be a string, was " + kind);
              }
              return value.textValue();
            });
  }

  /** A text field that must be there. */
  String required(String field) {
    return text(field).orElseThrow(() -> new InvalidHookException(field, "is required"));
  }

  /** The tool call of the fields tool_name and tool_input, for an agent without ids of calls. */
  ToolUse toolUse() {
    return new ToolUse(Optional.empty(), required("tool_name"), value("tool_input"));
  }

  /** The same with the call's id in this field. */
  ToolUse toolUse(String idField) {
    return new ToolUse(text(idField), required("tool_name"), value("tool_input"));
  }

  /** Whether a flag is set. */
  boolean flag(String field) {
    return value(field).filter(JsonNode::asBoolean).isPresent();
  }

  /** An ISO-8601 time, never later than the receipt; the receipt when it is absent. */
  Instant time(String field) {
    try {
      Instant at = text(field).map(Instant::parse).orElse(receivedAt);
      return at.isAfter(receivedAt) ? receivedAt : Instant.ofEpochMilli(at.toEpochMilli());
    } catch (DateTimeParseException | ArithmeticException notOne) {
      throw new InvalidHookException(field, "must be an ISO-8601 time of 64-bit milliseconds");
    }
  }
}
