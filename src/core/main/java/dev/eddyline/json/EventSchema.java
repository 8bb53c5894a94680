package dev.eddyline.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;

/** The JSON Schema of events in their JSON form, with the descriptions of their Avro schema. */
public final class EventSchema {

  /** The name of the schema of any event. */
  public static final String EVENT = "Event";

  private static final String ENVELOPE = "EventEnvelope";
  private static final String TOOL_CALL = "ToolCallEvent";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final EventShape shape = EventShape.ofAgentEvent();
  private final String folder;

  private EventSchema(String folder) {
    this.folder = folder;
  }

  /**
   * The schemas by their names: any event, its envelope, and one for each type of event.
   *
   * @param folder prefix of references, such as {@code #/$defs/}
   */
  public static Map<String, ObjectNode> in(String folder) {
    return new EventSchema(folder).all();
  }

  /** The {@code type} of events whose body has this schema, such as tool_called. */
  public static String type(Schema body) {
    return ProblemText.snakeCase(body.getName());
  }

  private Map<String, ObjectNode> all() {
    Map<String, ObjectNode> all = new LinkedHashMap<>();
    ObjectNode event = NODES.objectNode();
    ArrayNode types = NODES.arrayNode();
    ObjectNode mapping = NODES.objectNode();
    all.put(EVENT, event);
    all.put(ENVELOPE, object(shape.envelope()));
    shape
        .bodies()
        .forEach(
            (type, fields) -> {
              String name = fields.schema().getName() + EVENT;
              all.put(name, typed(type, fields.schema().getDoc(), object(fields)));
              types.addObject().put("$ref", folder + name);
              mapping.put(type, folder + name);
            });
    all.put(TOOL_CALL, toolCall());
    types.addObject().put("$ref", folder + TOOL_CALL);
    mapping.put(EventReader.TOOL_CALL, folder + TOOL_CALL);
    event.put("description", shape.envelope().schema().getDoc());
    event.set("oneOf", types);
    event.putObject("discriminator").put("propertyName", EventShape.TYPE).set("mapping", mapping);
    return all;
  }

  /** A call and its result: the fields of both; the call id is optional. */
  private ObjectNode toolCall() {
    ObjectNode body = object(shape.bodies().get("tool_called"));
    ObjectNode result = object(shape.bodies().get("tool_returned"));
    ((ObjectNode) body.get("properties")).setAll((ObjectNode) result.get("properties"));
    Set<String> required = new LinkedHashSet<>();
    for (ObjectNode part : List.of(body, result)) {
      part.get("required").forEach(name -> required.add(name.textValue()));
    }
    required.remove("callId");
    ArrayNode names = body.putArray("required");
    required.forEach(names::add);
    String doc = "A call of a tool with its result: tool_called and tool_returned in a row.";
    return typed(EventReader.TOOL_CALL, doc, body);
  }

  private ObjectNode typed(String type, String doc, ObjectNode body) {
    ((ObjectNode) body.get("properties")).putObject(EventShape.TYPE).put("const", type);
    body.withArray("required").insert(0, EventShape.TYPE);
    ObjectNode typed = NODES.objectNode();
    typed.put("description", doc);
    typed.putArray("allOf").add(NODES.objectNode().put("$ref", folder + ENVELOPE)).add(body);
    return typed;
  }

  private static ObjectNode object(EventShape.Fields fields) {
    ObjectNode object = NODES.objectNode().put("type", "object");
    ObjectNode properties = NODES.objectNode();
    ArrayNode required = NODES.arrayNode();
    fields
        .byName()
        .forEach(
            (name, field) -> {
              properties.set(name, property(field, fields.schema().getField(name)));
              if (field.required()) {
                required.add(name);
              }
            });
    if (!required.isEmpty()) {
      object.set("required", required);
    }
    object.set("properties", properties);
    return object;
  }

  private static ObjectNode property(EventShape.Field field, Schema.Field avro) {
    ObjectNode schema = schema(field.type());
    if (!field.required()) {
      // null is treated like absent
      schema = nullable(schema);
    }
    if (avro.doc() != null) {
      schema.put("description", avro.doc());
    }
    return schema;
  }

  private static ObjectNode nullable(ObjectNode schema) {
    if (schema.get("anyOf") instanceof ArrayNode forms) {
      forms.addObject().put("type", "null");
      return schema;
    }
    if (schema.has("enum")) {
      ObjectNode either = NODES.objectNode();
      either.putArray("anyOf").add(schema).add(NODES.objectNode().put("type", "null"));
      return either;
    }
    String type = schema.get("type").textValue();
    schema.putArray("type").add(type).add("null");
    return schema;
  }

  private static ObjectNode schema(JsonType type) {
    ObjectNode schema = NODES.objectNode();
    if (type instanceof JsonType.Text text) {
      schema.put("type", "string");
      if (text.length().min() > 0) {
        schema.put("minLength", (long) text.length().min());
      }
    } else if (type instanceof JsonType.TextOrJson) {
      ArrayNode forms = schema.putArray("anyOf");
      List.of("string", "object", "array").forEach(it -> forms.addObject().put("type", it));
    } else if (type instanceof JsonType.Flag) {
      schema.put("type", "boolean");
    } else if (type instanceof JsonType.EnumChoice choice) {
      schema.put("type", "string");
      ArrayNode symbols = schema.putArray("enum");
      choice.values().keySet().forEach(symbols::add);
    } else if (type instanceof JsonType.ListOf list) {
      schema.put("type", "array").set("items", schema(list.items()));
    } else if (type instanceof JsonNumber number) {
      number(number, schema);
    } else if (type instanceof JsonTimestamp) {
      ArrayNode forms = schema.putArray("anyOf");
      forms.addObject().put("type", "integer").put("format", "int64");
      forms.addObject().put("type", "string").put("format", "date-time");
    }
    return schema;
  }

  private static void number(JsonNumber number, ObjectNode schema) {
    switch (number.type()) {
      case INT -> schema.put("type", "integer").put("format", "int32");
      case LONG -> schema.put("type", "integer").put("format", "int64");
      default -> schema.put("type", "number");
    }
    bound(schema, "minimum", number.bounds().min());
    bound(schema, "maximum", number.bounds().max());
  }

  private static void bound(ObjectNode schema, String keyword, double value) {
    if (Double.isFinite(value)) {
      schema.put(keyword, (long) value);
    }
  }
}
