package dev.eddyline.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.eddyline.json.EventShape.Field;
import dev.eddyline.json.EventShape.Fields;
import dev.eddyline.keys.Nearest;
import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.generic.IndexedRecord;

/** Reads events from their JSON form, one per line. Thread-safe if its defaults are. */
public final class EventReader {

  /** Type of a call and its result in one object. */
  static final String TOOL_CALL = "tool_call";

  private static final String TOOL_CALLED = "tool_called";
  private static final String TOOL_RETURNED = "tool_returned";
  private static final String CALL_ID = "callId";
  private static final String CALLED = ":called";
  private static final String RETURNED = ":returned";

  private final EventShape shape;
  private final EventDefaults defaults;

  /** A reader that supplies missing ids and times. */
  public EventReader(EventDefaults defaults) {
    this(EventShape.ofAgentEvent(), defaults);
  }

  EventReader(EventShape shape, EventDefaults defaults) {
    this.shape = shape;
    this.defaults = defaults;
  }

  /**
   * The events of a line.
   *
   * @throws InvalidEventException with all problems of the line
   */
  public ParsedEvents read(String line) throws InvalidEventException {
    return read(JsonLine.parse(line));
  }

  /**
   * The events of a parsed line.
   *
   * @param fields the fields of the line; a default may be added
   * @throws InvalidEventException with all problems of the line
   */
  public ParsedEvents read(Map<String, JsonNode> fields) throws InvalidEventException {
    ParsedLine read = parse(fields);
    return new ParsedEvents(
        read.events().stream().map(AgentEvent.class::cast).toList(), read.ignored(), read.known());
  }

  /** The content of a line, for any event schema. */
  record ParsedLine(List<IndexedRecord> events, Set<String> ignored, Set<String> known) {}

  ParsedLine parse(String line) throws InvalidEventException {
    return parse(JsonLine.parse(line));
  }

  private ParsedLine parse(Map<String, JsonNode> json) throws InvalidEventException {
    Optional<String> other = foreignFormatProblem(json);
    if (other.isPresent()) {
      throw new InvalidEventException(List.of(other.get()));
    }
    Set<String> problems = new LinkedHashSet<>();
    Object[] head = read(shape.envelope(), json, "", problems);
    String type = type(json, problems);
    if (type == null) {
      throw new InvalidEventException(List.copyOf(problems));
    }
    List<Fields> parts =
        type.equals(TOOL_CALL)
            ? List.of(shape.bodies().get(TOOL_CALLED), shape.bodies().get(TOOL_RETURNED))
            : List.of(shape.bodies().get(type));
    applyEnvelopeDefaults(head, type, json.get(CALL_ID));
    if (type.equals(TOOL_CALL) && !json.containsKey(CALL_ID)) {
      json.put(CALL_ID, TextNode.valueOf((String) head[position(EventShape.EVENT_ID)]));
    }
    List<IndexedRecord> bodies = new ArrayList<>();
    for (Fields fields : parts) {
      Object[] body = read(fields, json, type + ".", problems);
      if (problems.isEmpty()) {
        bodies.add(fields.record(body));
      }
    }
    Set<String> known = known(parts);
    Set<String> ignored = ignored(json, known, problems);
    checkTime((Instant) head[position(EventShape.OCCURRED_AT)], problems);
    if (!problems.isEmpty()) {
      throw new InvalidEventException(List.copyOf(problems));
    }
    defaults.recordEventTime(
        (String) head[position(EventShape.TASK_ID)],
        (Instant) head[position(EventShape.OCCURRED_AT)]);
    return new ParsedLine(events(head, bodies), ignored, known);
  }

  /** The problem for JSON in a known foreign format. */
  private static Optional<String> foreignFormatProblem(Map<String, JsonNode> json) {
    boolean isOtlp = json.containsKey("resourceSpans") || json.containsKey("resourceLogs");
    if (isOtlp && !json.containsKey(EventShape.TYPE)) {
      return Optional.of(
          "not an event: this is OTLP JSON, which is not read here; send it to /v1/traces or"
              + " /v1/logs, or publish it on otlp_spans or otlp_logs");
    }
    if (json.containsKey("specversion") && !json.containsKey(EventShape.TASK_ID)) {
      return Optional.of(
          "not an event: this is a CloudEvent, which is not read here; write its data as an event");
    }
    return Optional.empty();
  }

  private static Object[] read(
      Fields fields, Map<String, JsonNode> json, String prefix, Set<String> problems) {
    List<String> found = new ArrayList<>();
    Object[] values = fields.read(json, prefix, found);
    problems.addAll(found);
    return values;
  }

  private List<IndexedRecord> events(Object[] head, List<IndexedRecord> bodies) {
    if (bodies.size() == 1) {
      return List.of(event(head, bodies.get(0)));
    }
    Object[] called = head.clone();
    Object[] returned = head.clone();
    Object id = head[position(EventShape.EVENT_ID)];
    called[position(EventShape.EVENT_ID)] = id + CALLED;
    returned[position(EventShape.EVENT_ID)] = id + RETURNED;
    // one reply per request, and the cost counts once: with the result
    for (String name : List.of("replyRequested", "tokens", "costUsd")) {
      called[position(name)] = shape.envelope().byName().get(name).absent();
    }
    return List.of(event(called, bodies.get(0)), event(returned, bodies.get(1)));
  }

  private IndexedRecord event(Object[] head, IndexedRecord body) {
    IndexedRecord event = shape.envelope().record(head);
    event.put(shape.bodyPosition(), body);
    return event;
  }

  private Set<String> known(List<Fields> parts) {
    Set<String> known = new LinkedHashSet<>();
    parts.forEach(fields -> known.addAll(shape.names(fields)));
    return known;
  }

  /** Unknown names; a field name in snake case is a problem. */
  private static Set<String> ignored(
      Map<String, JsonNode> json, Set<String> known, Set<String> problems) {
    Set<String> ignored = new LinkedHashSet<>();
    if (known.containsAll(json.keySet())) {
      return ignored;
    }
    Map<String, String> twins = new HashMap<>();
    known.forEach(name -> twins.put(ProblemText.snakeCase(name), name));
    for (String name : json.keySet()) {
      if (known.contains(name)) {
        continue;
      }
      if (twins.containsKey(name)) {
        problems.add("%s is not a field: write %s".formatted(name, twins.get(name)));
      } else {
        ignored.add(ProblemText.shorten(name));
      }
    }
    return ignored;
  }

  private void checkTime(Instant occurredAt, Set<String> problems) {
    if (occurredAt != null) {
      EventTime.problem(occurredAt, defaults.latest()).ifPresent(problems::add);
    }
  }

  /** The line's type; null with an added problem. */
  private String type(Map<String, JsonNode> json, Set<String> problems) {
    JsonNode node = json.get(EventShape.TYPE);
    if (node == null || node.isNull()) {
      problems.add("type is required");
      return null;
    }
    if (!node.isTextual()) {
      problems.add("type must be a string, was " + ProblemText.kind(node));
      return null;
    }
    String type = node.textValue().toLowerCase(Locale.ROOT);
    Set<String> known = new LinkedHashSet<>(shape.bodies().keySet());
    if (known.contains(TOOL_CALLED)) {
      known.add(TOOL_CALL);
    }
    if (known.contains(type)) {
      return type;
    }
    problems.add(
        "type '"
            + ProblemText.shorten(node.textValue())
            + "' is unknown; "
            + Nearest.of(node.textValue(), known)
                .map(name -> "nearest: " + name)
                .orElseGet(() -> "known: " + String.join(", ", known)));
    return null;
  }

  private void applyEnvelopeDefaults(Object[] head, String type, JsonNode callId) {
    int eventId = position(EventShape.EVENT_ID);
    int occurredAt = position(EventShape.OCCURRED_AT);
    if (head[eventId] == null) {
      String task = (String) head[position(EventShape.TASK_ID)];
      head[eventId] = idOfCall(task, type, callId).orElseGet(defaults::eventId);
    }
    if (head[occurredAt] == null) {
      head[occurredAt] = defaults.occurredAt((String) head[position(EventShape.TASK_ID)]);
    }
  }

  /** The id that hooks, telemetry and session files give to the same call; that of a pair. */
  private Optional<String> idOfCall(String task, String type, JsonNode callId) {
    String kind =
        switch (type) {
          case TOOL_CALLED -> CALLED;
          case TOOL_RETURNED -> RETURNED;
          case TOOL_CALL -> "";
          default -> null;
        };
    boolean isKnown = kind != null && task != null && callId != null && callId.isTextual();
    return isKnown && !callId.textValue().isEmpty() && defaults.derivesIdsFromCalls()
        ? Optional.of(task + ":" + callId.textValue() + kind)
        : Optional.empty();
  }

  private int position(String name) {
    Field field = shape.envelope().byName().get(name);
    return field.position();
  }
}
