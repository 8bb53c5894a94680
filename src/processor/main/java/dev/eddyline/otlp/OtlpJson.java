package dev.eddyline.otlp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads OTLP's JSON encoding. Protobuf's own JSON reader would take the hexadecimal ids for Base64
 * and change them.
 */
final class OtlpJson {

  /** Values of this depth can also be written in Protobuf and read again. */
  private static final int MAX_DEPTH = 100;

  private static final int STATUS_ERROR = 2;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private OtlpJson() {}

  static OtlpBody read(OtlpSignal signal, byte[] body) {
    JsonNode root;
    try {
      root = JSON.readTree(body);
    } catch (IOException notJson) {
      // the parser's message quotes the body
      throw new InvalidOtlpException("the body must be OTLP in JSON: it is not valid JSON");
    }
    JsonNode resources = root.path(signal.resourcesField());
    for (OtlpSignal other : OtlpSignal.values()) {
      if (resources.isEmpty() && root.has(other.resourcesField())) {
        SignalCheck.require(signal, other);
      }
    }
    if (!root.isObject() || !(root.isEmpty() || resources.isArray())) {
      throw new InvalidOtlpException(
          "the body must be a JSON object with the list " + signal.resourcesField());
    }
    List<TelemetryRecord> records = new ArrayList<>();
    int rejected = 0;
    String problem = "";
    for (JsonNode resource : resources) {
      Attributes process = attributes(resource.path("resource").path("attributes"));
      for (JsonNode scope : resource.path(signal.scopesField())) {
        for (JsonNode record : scope.path(signal.recordsField())) {
          try {
            records.add(signal == OtlpSignal.TRACES ? span(record, process) : log(record, process));
          } catch (InvalidOtlpException invalid) {
            rejected++;
            problem = problem.isEmpty() ? invalid.getMessage() : problem;
          }
        }
      }
    }
    return new OtlpBody(records, rejected, problem);
  }

  private static TelemetryRecord span(JsonNode span, Attributes process) {
    List<SpanEvent> events = new ArrayList<>();
    for (JsonNode event : span.path("events")) {
      events.add(new SpanEvent(string(event.path("name")), attributes(event.path("attributes"))));
    }
    return new TelemetryRecord(
        false,
        id(span, "traceId", 32, true),
        id(span, "spanId", 16, true),
        id(span, "parentSpanId", 16, false),
        string(span.path("name")),
        time(span, "startTimeUnixNano"),
        time(span, "endTimeUnixNano"),
        span.path("status").path("code").asInt() == STATUS_ERROR,
        string(span.path("status").path("message")),
        attributes(span.path("attributes")),
        process,
        events);
  }

  private static TelemetryRecord log(JsonNode log, Attributes process) {
    if (!log.isObject()) {
      throw new InvalidOtlpException("a log record must be an object");
    }
    JsonNode body = value(log.path("body"));
    Map<String, JsonNode> values = new HashMap<>(Attributes.ofObject(body).values());
    values.putAll(attributes(log.path("attributes")).values());
    Instant at = time(log, "timeUnixNano");
    if (at.equals(Instant.EPOCH)) {
      at = time(log, "observedTimeUnixNano");
    }
    return new TelemetryRecord(
        true,
        id(log, "traceId", 32, false),
        id(log, "spanId", 16, false),
        "",
        LogNames.name(string(log.path("eventName")), values, body),
        at,
        at,
        false,
        "",
        new Attributes(values),
        process,
        List.of());
  }

  /** A string; empty for anything else, such as null. */
  private static String string(JsonNode value) {
    return value.isTextual() ? value.textValue() : "";
  }

  private static String id(JsonNode record, String field, int digits, boolean isRequired) {
    JsonNode value = record.path(field);
    boolean isWrongType = !value.isTextual() && !value.isNull() && !value.isMissingNode();
    String id = isWrongType ? "?" : string(value).toLowerCase(Locale.ROOT);
    boolean isAbsent = id.isEmpty() || id.chars().allMatch(digit -> digit == '0');
    if (isAbsent && !isRequired) {
      return "";
    }
    if (isAbsent || id.length() != digits || !id.chars().allMatch(OtlpJson::isHexDigit)) {
      throw new InvalidOtlpException(
          "%s must have %d hexadecimal digits, not all of them 0".formatted(field, digits));
    }
    return id;
  }

  private static boolean isHexDigit(int digit) {
    return Character.digit(digit, 16) >= 0 && digit < 128;
  }

  /** A time in nanoseconds since 1970, as a number or a decimal string; the epoch when absent. */
  private static Instant time(JsonNode record, String field) {
    JsonNode nanos = record.path(field);
    if (nanos.isMissingNode() || nanos.isNull()) {
      return Instant.EPOCH;
    }
    try {
      return Instant.ofEpochMilli(Long.parseUnsignedLong(nanos.asText()) / NANOS_PER_MILLI);
    } catch (NumberFormatException notNumber) {
      throw new InvalidOtlpException(field + " must be nanoseconds since 1970, as a number");
    }
  }

  static Attributes attributes(JsonNode list) {
    Map<String, JsonNode> values = new HashMap<>();
    for (JsonNode attribute : list) {
      JsonNode value = value(attribute.path("value"));
      if (!value.isMissingNode()) {
        values.put(string(attribute.path("key")), value);
      }
    }
    return values.isEmpty() ? Attributes.NONE : new Attributes(values);
  }

  /** The value of OTLP's AnyValue; missing for an empty or unknown one. */
  private static JsonNode value(JsonNode any) {
    for (String text : List.of("stringValue", "bytesValue")) {
      if (any.path(text).isTextual()) {
        return any.get(text);
      }
    }
    if (any.path("boolValue").isBoolean()) {
      return any.get("boolValue");
    }
    if (any.hasNonNull("intValue") || any.hasNonNull("doubleValue")) {
      return number(any);
    }
    if (any.path("arrayValue").isObject()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      any.get("arrayValue").path("values").forEach(item -> array.add(element(item)));
      return array;
    }
    if (any.path("kvlistValue").isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      any.get("kvlistValue")
          .path("values")
          .forEach(item -> object.set(string(item.path("key")), element(item.path("value"))));
      return object;
    }
    return JsonNodeFactory.instance.missingNode();
  }

  /** A number, also as a string; missing for anything else. */
  private static JsonNode number(JsonNode any) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    try {
      return any.hasNonNull("intValue")
          ? json.numberNode(Long.parseLong(any.get("intValue").asText()))
          : json.numberNode(Double.parseDouble(any.get("doubleValue").asText()));
    } catch (NumberFormatException notNumber) {
      return json.missingNode();
    }
  }

  /** A value within a list or map: JSON null for an empty one. */
  private static JsonNode element(JsonNode any) {
    JsonNode value = value(any);
    return value.isMissingNode() ? JsonNodeFactory.instance.nullNode() : value;
  }
}
