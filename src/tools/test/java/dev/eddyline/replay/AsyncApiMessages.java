package dev.eddyline.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.json.EventSchema;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topics.TopicSpec;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** The messages of the AsyncAPI document, and the schemas that they refer to. */
final class AsyncApiMessages {

  /** The Avro version that the AsyncAPI specification lists. */
  private static final String AVRO = "application/vnd.apache.avro+json;version=1.9.0";

  private static final String FOLDER = "#/components/schemas/";
  private static final String CLOUD_EVENT = "CloudEvent";
  private static final String ENVELOPE = "EventEnvelope";
  private static final List<String> REQUIRED_ATTRIBUTES =
      List.of("specversion", "id", "source", "type");
  private static final String JAVA_STRING = "avro.java.string";
  private static final String JSON_TYPE = "application/json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectNode schemas = JsonNodeFactory.instance.objectNode();

  AsyncApiMessages() {
    for (Map.Entry<String, ObjectNode> event : EventSchema.in(FOLDER).entrySet()) {
      schemas.set(event.getKey(), event.getValue());
    }
    // OpenAPI's discriminator is an object, AsyncAPI's is another one
    ((ObjectNode) schemas.get(EventSchema.EVENT)).remove("discriminator");
    // the key supplies the task id
    ((ObjectNode) schemas.get(ENVELOPE)).remove("required");
    cloudEvent(schemas.putObject(CLOUD_EVENT));
  }

  /** The schemas of all messages that {@link #of} returned, and of events as JSON. */
  ObjectNode schemas() {
    return schemas;
  }

  /** The messages of a topic by their names. */
  ObjectNode of(TopicRole role, TopicSpec topic) {
    ObjectNode messages = JsonNodeFactory.instance.objectNode();
    switch (role) {
      case OTLP_SPANS, OTLP_LOGS -> {
        bytes(messages.putObject("OtlpProtobuf"), role, topic, "application/x-protobuf");
        bytes(messages.putObject("OtlpJson"), role, topic, JSON_TYPE);
      }
      case AGENT_EVENTS_DLQ, NOTIFICATIONS_DLQ ->
          bytes(messages.putObject("UnchangedRecord"), role, topic, "application/octet-stream");
      default -> avro(messages.putObject(topic.value()), role, topic);
    }
    if (role == TopicRole.AGENT_EVENTS || role == TopicRole.GATE_DECISIONS) {
      ObjectNode event = messages.putObject("JsonEvent");
      json(event, role, topic, "An event as JSON.", JSON_TYPE);
      refer(event, EventSchema.EVENT);
      ObjectNode structured = messages.putObject(CLOUD_EVENT);
      String summary = "An event in a CloudEvent, in structured content mode.";
      json(structured, role, topic, summary, "application/cloudevents+json");
      refer(structured, CLOUD_EVENT);
      ObjectNode binary = messages.putObject("BinaryCloudEvent");
      summary = "An event in a CloudEvent, in binary content mode; its data may be Avro, too.";
      json(binary, role, topic, summary, JSON_TYPE);
      attributes((ObjectNode) binary.get("headers"), "ce_");
      data(binary.putObject("payload"));
    }
    return messages;
  }

  private void avro(ObjectNode message, TopicRole role, TopicSpec topic) {
    Schema schema = schema(topic.value());
    message.put("summary", schema.getDoc()).put("contentType", "application/vnd.apache.avro");
    headers(message, TopicHeaders.of(role));
    refer(message, topic.value());
    kafka(message, topic)
        .put("schemaIdLocation", "payload")
        .put("schemaIdPayloadEncoding", "confluent")
        .put("schemaLookupStrategy", "TopicNameStrategy");
    if (!schemas.has(topic.value())) {
      schemas
          .putObject(topic.value())
          .put("schemaFormat", AVRO)
          .set("schema", tree(schema.toString()));
    }
  }

  private static void bytes(
      ObjectNode message, TopicRole role, TopicSpec topic, String contentType) {
    message.put("summary", topic.doc()).put("contentType", contentType);
    headers(message, TopicHeaders.of(role));
    message.putObject("payload").put("type", "string").put("format", "binary");
    kafka(message, topic);
  }

  private static void json(
      ObjectNode message, TopicRole role, TopicSpec topic, String summary, String contentType) {
    message.put("summary", summary).put("contentType", contentType);
    headers(message, TopicHeaders.of(role));
    ((ObjectNode) message.at("/headers/properties"))
        .putObject("content-type")
        .put("type", "string");
    kafka(message, topic);
  }

  private static void headers(ObjectNode message, List<String> names) {
    if (!names.isEmpty()) {
      ObjectNode headers = message.putObject("headers").put("type", "object");
      ObjectNode properties = headers.putObject("properties");
      names.forEach(name -> properties.putObject(name).put("type", "string"));
    }
  }

  private static void refer(ObjectNode message, String schema) {
    message.putObject("payload").put("$ref", FOLDER + schema);
  }

  private static ObjectNode kafka(ObjectNode message, TopicSpec topic) {
    ObjectNode binding = AsyncApiDocument.binding(message);
    binding
        .putObject("key")
        .put("type", "string")
        .put("description", TopicReferencePage.word(topic.key()));
    return binding;
  }

  private static void cloudEvent(ObjectNode schema) {
    schema.put("type", "object").put("description", "CloudEvents 1.0 with an event as data.");
    attributes(schema, "");
    ObjectNode properties = (ObjectNode) schema.get("properties");
    properties.putObject("datacontenttype").put("type", "string");
    data(properties.putObject("data"));
    properties.putObject("data_base64").put("type", "string").put("contentEncoding", "base64");
    ArrayNode either = schema.putArray("oneOf");
    List.of("data", "data_base64")
        .forEach(name -> either.addObject().putArray("required").add(name));
  }

  /** Adds the attributes of a CloudEvent to an object of properties. */
  private static void attributes(ObjectNode object, String prefix) {
    REQUIRED_ATTRIBUTES.forEach(name -> object.withArray("required").add(prefix + name));
    ObjectNode properties = object.withObject("properties");
    properties.putObject(prefix + "specversion").put("const", "1.0");
    for (String name : List.of("id", "source", "type", "subject")) {
      properties.putObject(prefix + name).put("type", "string").put("minLength", 1);
    }
    properties.putObject(prefix + "time").put("type", "string").put("format", "date-time");
  }

  /** The data of a CloudEvent: an event, whose type may also be that of the CloudEvent. */
  private static void data(ObjectNode schema) {
    ArrayNode either = schema.putArray("anyOf");
    for (String name : List.of(EventSchema.EVENT, ENVELOPE)) {
      either.addObject().put("$ref", FOLDER + name);
    }
    schema.put("description", "Without type, the CloudEvent's type names the body.");
  }

  /** The schema of a record of Eddyline, without properties for Java. */
  private static Schema schema(String name) {
    try {
      Class<?> type = Class.forName(AgentEvent.class.getPackageName() + "." + name);
      JsonNode tree = tree(SpecificData.get().getSchema(type).toString());
      tree.findParents(JAVA_STRING).forEach(node -> ((ObjectNode) node).remove(JAVA_STRING));
      return new Schema.Parser().parse(tree.toString());
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException("the catalogue checks the name", impossible);
    }
  }

  private static JsonNode tree(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Avro writes JSON", impossible);
    }
  }
}
