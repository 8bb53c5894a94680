package dev.eddyline.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.json.EventShape.Field;
import dev.eddyline.json.EventShape.Fields;
import dev.eddyline.schema.AgentEvent;
import org.apache.avro.generic.IndexedRecord;

/**
 * Writes events in their JSON form: the envelope, the type, the body's fields. Defaults of {@link
 * EventReader} are left out, except id and time. Thread-safe.
 */
public final class EventWriter {
  private final EventShape shape;

  /** Writer of the events on the topics. */
  public EventWriter() {
    this(EventShape.ofAgentEvent());
  }

  EventWriter(EventShape shape) {
    this.shape = shape;
  }

  /** The event as one line, without a line end. */
  public String write(AgentEvent event) {
    return tree(event).toString();
  }

  /** The event as a JSON object. */
  public ObjectNode tree(AgentEvent event) {
    return tree((IndexedRecord) event);
  }

  ObjectNode tree(IndexedRecord event) {
    IndexedRecord body = (IndexedRecord) event.get(shape.bodyPosition());
    String type = ProblemText.snakeCase(body.getSchema().getName());
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    add(json, shape.envelope(), event);
    json.put(EventShape.TYPE, type);
    add(json, shape.bodies().get(type), body);
    return json;
  }

  private static void add(ObjectNode json, Fields fields, IndexedRecord from) {
    for (Field field : fields.byName().values()) {
      Object value = from.get(field.position());
      if (value != null && !value.equals(field.absent())) {
        JsonNode node = field.type().write(value);
        json.set(field.name(), node);
      }
    }
  }
}
