package dev.eddyline.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.schema.AgentEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;

/**
 * The JSON form of an Avro event schema: the fields of envelope and body in one object. New fields
 * and bodies need no change here.
 */
final class EventShape {
  /** Name of the JSON field that names the body. */
  static final String TYPE = "type";

  static final String TASK_ID = "taskId";
  static final String EVENT_ID = "eventId";
  static final String OCCURRED_AT = "occurredAt";

  private static final String BODY = "body";
  private static final int NONE = -1;
  private static final Set<String> FIELDS_WITH_DEFAULTS = Set.of(EVENT_ID, OCCURRED_AT);
  private static final SpecificData MODEL = new CompiledAvroModel();
  private static final EventShape AGENT_EVENT = new EventShape(AgentEvent.getClassSchema());

  private final Fields envelope;
  private final int bodyPosition;
  private final Map<String, Fields> bodies;
  private final Map<String, Set<String>> names = new HashMap<>();

  /** The shape of a schema; fails if its JSON form would be ambiguous. */
  EventShape(Schema schema) {
    bodyPosition = schema.getField(BODY).pos();
    envelope = Fields.of(schema, bodyPosition);
    Map<String, Fields> byType = new LinkedHashMap<>();
    for (Schema body : schema.getField(BODY).schema().getTypes()) {
      byType.put(ProblemText.snakeCase(body.getName()), Fields.of(body, NONE));
    }
    bodies = Collections.unmodifiableMap(byType);
    bodies.forEach(
        (type, fields) -> {
          Set<String> known = new LinkedHashSet<>(List.of(TYPE));
          known.addAll(envelope.byName().keySet());
          known.addAll(fields.byName().keySet());
          names.put(fields.schema().getFullName(), Collections.unmodifiableSet(known));
          for (String name : fields.byName().keySet()) {
            if (name.equals(TYPE) || envelope.byName().containsKey(name)) {
              throw new IllegalArgumentException(
                  "Field " + type + "." + name + " is hidden by the envelope's: rename it");
            }
          }
        });
  }

  /** Shape of the events on the topics. */
  static EventShape ofAgentEvent() {
    return AGENT_EVENT;
  }

  Fields envelope() {
    return envelope;
  }

  int bodyPosition() {
    return bodyPosition;
  }

  /** Fields of each body by its JSON type, in the order of the schema. */
  Map<String, Fields> bodies() {
    return bodies;
  }

  /** The allowed names of a line with this body, those of the envelope first. */
  Set<String> names(Fields body) {
    return names.get(body.schema().getFullName());
  }

  /** The JSON fields of a record, in schema order. */
  record Fields(Schema schema, Map<String, Field> byName) {
    static Fields of(Schema schema, int without) {
      Map<String, Field> byName = new LinkedHashMap<>();
      for (Schema.Field field : schema.getFields()) {
        if (field.pos() != without) {
          byName.put(field.name(), Field.of(field));
        }
      }
      return new Fields(schema, Collections.unmodifiableMap(byName));
    }

    /** Reads the fields of a line, by position, and adds problems. */
    Object[] read(Map<String, JsonNode> line, String prefix, List<String> problems) {
      Object[] values = new Object[schema.getFields().size()];
      for (Field field : byName.values()) {
        values[field.position()] = field.read(line, prefix + field.name(), problems);
      }
      return values;
    }

    /** A new record with these values, by their positions. */
    IndexedRecord record(Object[] values) {
      IndexedRecord record = (IndexedRecord) MODEL.newRecord(null, schema);
      for (Field field : byName.values()) {
        record.put(field.position(), values[field.position()]);
      }
      return record;
    }
  }

  /**
   * One field in JSON.
   *
   * @param absent the value of an absent field; null for required or nullable fields
   */
  record Field(String name, int position, JsonType type, boolean required, Object absent) {
    static Field of(Schema.Field field) {
      Schema schema = field.schema();
      boolean nullable = schema.isNullable();
      if (schema.isUnion()) {
        List<Schema> types = new ArrayList<>(schema.getTypes());
        types.removeIf(type -> type.getType() == Schema.Type.NULL);
        if (types.size() != 1) {
          throw new IllegalArgumentException(
              "Field '" + field.name() + "' has no JSON form: a union of several types");
        }
        schema = types.get(0);
      }
      JsonType type = JsonType.of(field.name(), schema, MODEL);
      boolean flag = type instanceof JsonType.Flag;
      boolean required =
          !nullable
              && !flag
              && !field.hasDefaultValue()
              && !FIELDS_WITH_DEFAULTS.contains(field.name());
      return new Field(field.name(), field.pos(), type, required, absent(field, flag));
    }

    private static Object absent(Schema.Field field, boolean flag) {
      if (field.hasDefaultValue() && field.defaultVal() != JsonProperties.NULL_VALUE) {
        Object value = MODEL.getDefaultValue(field);
        return value instanceof List<?> list ? List.copyOf(list) : value;
      }
      return flag && !field.schema().isNullable() ? false : null;
    }

    /** The value of the field in a line; null in JSON is treated like absent. */
    Object read(Map<String, JsonNode> line, String path, List<String> problems) {
      JsonNode node = line.get(name);
      if (node != null && !node.isNull()) {
        return type.read(node, path, problems);
      }
      if (required) {
        problems.add(path + " is required");
      }
      return absent;
    }
  }
}
