package dev.eddyline.hooks;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.json.EventTime;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** Other names of fields, of agents that otherwise use the same ones. */
  private static final Map<String, List<String>> OTHER_NAMES =
      Map.of(
          "agent_type", List.of("agent_name"),
          "error", List.of("error_message"),
          "last_assistant_message", List.of("response"),
          "tool_input", List.of("tool_args"),
          "tool_response", List.of("tool_result", "tool_output"),
          "tool_use_id", List.of("tool_call_id"));

  private final ObjectNode json;

  /** The fields by {@link #spelling}. */
  private final Map<String, JsonNode> fields = new HashMap<>();

  private final HookContext context;

  private HookCall(ObjectNode json, HookContext context) {
    this.json = json;
    this.context = context;
    json.properties().stream()
        .filter(field -> !field.getValue().isNull())
        .forEach(field -> fields.putIfAbsent(spelling(field.getKey()), field.getValue()));
  }

  /**
   * Reads the body of a hook whose session is not known.
   *
   * @param workflow the workflow that the hook's URL names, if any
   * @throws InvalidHookException when the body is not one JSON object
   */
  public static HookCall read(String body, Optional<String> workflow, Instant receivedAt) {
    return read(body, new HookContext(workflow, false, "", receivedAt, new HookSessions()));
  }

  /**
   * Reads a hook's body.
   *
   * @throws InvalidHookException when the body is not one JSON object
   */
  public static HookCall read(String body, HookContext context) {
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
    return new HookCall(json, context);
  }

  /** The workflow of the hook's events. */
  String workflow(String otherwise) {
    return context.workflow().orElse(otherwise);
  }

  /** What Eddyline knows of the hook without its JSON. */
  HookContext context() {
    return context;
  }

  /**
   * When it happened: the time that the agent gives in ISO 8601, epoch milliseconds or seconds. It
   * is the receipt where that is absent, cannot be read, is before 2000 or after the receipt.
   */
  Instant occurredAt() {
    Instant receivedAt = context.receivedAt();
    return value("timestamp")
        .flatMap(
            value ->
                value.isNumber()
                    ? Optional.of(EventTime.ofEpoch(value.doubleValue()))
                    : parseTime(value.asText("")))
        .filter(at -> !at.isBefore(EventTime.EARLIEST) && !at.isAfter(receivedAt))
        .map(at -> at.truncatedTo(ChronoUnit.MILLIS))
        .orElse(receivedAt);
  }

  private static Optional<Instant> parseTime(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException notOne) {
      return Optional.empty();
    }
  }

  /**
   * A field; empty when it is absent or null. Agents write {@code sessionId} or {@code session_id},
   * and some have a name of their own for it.
   *
   * @param field its name in snake case
   */
  Optional<JsonNode> value(String field) {
    return Stream.concat(Stream.of(field), OTHER_NAMES.getOrDefault(field, List.of()).stream())
        .map(this::given)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<JsonNode> given(String name) {
    return Optional.ofNullable(json.get(name))
        .filter(value -> !value.isNull())
        .or(() -> Optional.ofNullable(fields.get(spelling(name))));
  }

  /** Whether a field is given, under this name or one that differs only in its spelling. */
  boolean has(String name) {
    return given(name).isPresent();
  }

  /** Whether a field has exactly this name. */
  boolean isSpelled(String name) {
    return json.has(name);
  }

  /** A name without what differs between snake case and camel case. */
  private static String spelling(String name) {
    return name.replace("_", "").toLowerCase(Locale.ROOT);
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
    return new ToolUse(Optional.empty(), required("tool_name"), toolInput());
  }

  /** The same with the call's id in this field. */
  ToolUse toolUse(String idField) {
    return new ToolUse(text(idField), required("tool_name"), toolInput());
  }

  /** The arguments; some agents write the object as a string. */
  private Optional<JsonNode> toolInput() {
    return value("tool_input").map(HookCall::parseObject);
  }

  private static JsonNode parseObject(JsonNode value) {
    if (value.isTextual() && value.textValue().stripLeading().startsWith("{")) {
      try {
        return JSON.readTree(value.textValue());
      } catch (JsonProcessingException otherText) {
        return value;
      }
    }
    return value;
  }

  /** Whether a flag is set. */
  boolean flag(String field) {
    return value(field).filter(JsonNode::asBoolean).isPresent();
  }
}
