package dev.eddyline.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.json.EventShape.Field;
import dev.eddyline.json.EventShape.Fields;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.text.Nearest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.generic.IndexedRecord;

/** Reads events from their JSON form, one line each. As safe for threads as its defaults are. */
public final class EventReader {
  private final EventShape shape;
  private final Defaults defaults;

  /** Reader that fills in what a line does not name. */
  public EventReader(Defaults defaults) {
    this(EventShape.ofAgentEvent(), defaults);
  }

  EventReader(EventShape shape, Defaults defaults) {
    this.shape = shape;
    this.defaults = defaults;
  }

  /**
   * The event of a line.
   *
   * @throws InvalidEventException with everything that is wrong with the line
   */
  public ReadEvent read(String line) throws InvalidEventException {
    Set<String> ignored = new LinkedHashSet<>();
    AgentEvent event = (AgentEvent) read(line, ignored);
    return new ReadEvent(event, ignored, shape.names((IndexedRecord) event.getBody()));
  }

  IndexedRecord read(String line, Set<String> ignored) throws InvalidEventException {
    Map<String, JsonNode> json = JsonLine.parse(line);
    List<String> problems = new ArrayList<>();
    Object[] head = shape.envelope().read(json, "", problems);
    String type = type(json, problems);
    Fields fields = shape.bodies().get(type);
    if (fields == null) {
      throw new InvalidEventException(problems);
    }
    Object[] body = fields.read(json, type + ".", problems);
    if (!problems.isEmpty()) {
      throw new InvalidEventException(problems);
    }
    fillIn(head);
    IndexedRecord event = shape.envelope().record(head);
    event.put(shape.bodyPosition(), fields.record(body));
    for (String name : json.keySet()) {
      if (!name.equals(EventShape.TYPE)
          && !shape.envelope().byName().containsKey(name)
          && !fields.byName().containsKey(name)) {
        ignored.add(Words.shorten(name));
      }
    }
    return event;
  }

  /** The line's type; null after a problem was added. */
  private String type(Map<String, JsonNode> json, List<String> problems) {
    JsonNode node = json.get(EventShape.TYPE);
    if (node == null || node.isNull()) {
      problems.add("type is required");
      return null;
    }
    if (!node.isTextual()) {
      problems.add("type must be a string, was " + Words.kind(node));
      return null;
    }
    String type = node.textValue();
    if (shape.bodies().containsKey(type)) {
      return type;
    }
    Set<String> known = shape.bodies().keySet();
    problems.add(
        "type '"
            + Words.shorten(type)
            + "' is unknown; "
            + Nearest.of(type, known)
                .map(name -> "nearest: " + name)
                .orElseGet(() -> "known: " + String.join(", ", known)));
    return null;
  }

  private void fillIn(Object[] head) {
    Map<String, Field> fields = shape.envelope().byName();
    int eventId = fields.get(EventShape.EVENT_ID).position();
    int occurredAt = fields.get(EventShape.OCCURRED_AT).position();
    String taskId = (String) head[fields.get(EventShape.TASK_ID).position()];
    if (head[eventId] == null) {
      head[eventId] = defaults.eventId();
    }
    if (head[occurredAt] == null) {
      head[occurredAt] = defaults.occurredAt(taskId);
    }
    defaults.accepted(taskId, (Instant) head[occurredAt]);
  }
}
