package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A span or a log record.
 *
 * @param isLog whether it is a log record
 * @param traceId id of the trace, 32 hexadecimal digits in lower case; empty without one
 * @param spanId id of the span, 16 digits; of a log record, the span that it belongs to
 * @param parentId id of the parent span; empty for a root span and a log record
 * @param name name of the span, or event name of the log record
 * @param startedAt start; of a log record, when it happened
 * @param endedAt end; of a log record, when it happened
 * @param isError whether the status is an error
 * @param status description of the status
 * @param attributes attributes; of a log record with a map as its body, also those of the body
 * @param resource attributes of the process
 * @param events events of the span, in order
 */
public record TelemetryRecord(
    boolean isLog,
    String traceId,
    String spanId,
    String parentId,
    String name,
    Instant startedAt,
    Instant endedAt,
    boolean isError,
    String status,
    Attributes attributes,
    Attributes resource,
    List<SpanEvent> events) {

  /** Longest name or id, characters: longer ids of tasks would be dead-lettered. */
  private static final int MAX_NAME_LENGTH = 1_024;

  /** Copies the events. */
  public TelemetryRecord {
    events = List.copyOf(events);
  }

  /** Whether a text is short enough for a name or an id. */
  static boolean isName(String text) {
    return text.length() <= MAX_NAME_LENGTH;
  }

  /** The span's id; a span may have many log records, which have their time and text. */
  String idWith(String text) {
    return isLog ? endedAt.toEpochMilli() + ":" + Hash.id(text) : spanId;
  }

  /** The newest event of this name. */
  Optional<Attributes> event(String eventName) {
    return events.stream()
        .filter(event -> event.name().equals(eventName))
        .reduce((first, second) -> second)
        .map(SpanEvent::attributes);
  }

  /** The value of an attribute in the newest event of this name that has it. */
  Optional<JsonNode> event(String eventName, String key) {
    return events.stream()
        .filter(event -> event.name().equals(eventName))
        .flatMap(event -> event.attributes().value(key).stream())
        .reduce((first, second) -> second);
  }

  /** Name of the service, or {@code unknown}. */
  String service() {
    return resource.text("service.name").filter(TelemetryRecord::isName).orElse("unknown");
  }

  /** Name of the service, with the instance where it is known. */
  String process() {
    return resource
        .text("service.instance.id")
        .filter(TelemetryRecord::isName)
        .map(instance -> service() + "/" + instance)
        .orElseGet(this::service);
  }
}
