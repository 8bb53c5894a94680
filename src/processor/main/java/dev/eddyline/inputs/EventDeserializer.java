package dev.eddyline.inputs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.inputs.EventValue.AvroEvent;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.JsonLine;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Decodes the values of agent-events and gate-decisions: Confluent Avro, JSON, and CloudEvents of
 * the Kafka protocol binding. The headers select the format, else the first byte; null stays null.
 * Thread-safe.
 */
public final class EventDeserializer implements Deserializer<EventValue> {

  private static final String CONTENT_TYPE = "content-type";
  private static final String VALUE = "value";
  private static final String DATA = "data";
  private static final String DATA_BASE64 = "data_base64";

  private final AvroDeserializer<AgentEvent> avro;
  private final Set<EventFormat> readable;

  /** A deserializer of these formats; the caller closes the registry. */
  public EventDeserializer(SchemaRegistry registry, Set<EventFormat> readable) {
    avro = new AvroDeserializer<>(AgentEvent.class, registry);
    this.readable = EnumSet.copyOf(readable);
  }

  /** Whether a header, in lower case, describes the format of a value: other values differ. */
  public static boolean isFormatHeader(String name) {
    return name.equals(CONTENT_TYPE) || name.startsWith(CloudEvent.HEADER_PREFIX);
  }

  /** Decodes a value without headers. */
  @Override
  public EventValue deserialize(String topic, byte[] data) {
    return deserialize(topic, new RecordHeaders(), data);
  }

  /**
   * The value in the bytes, before the record completes it.
   *
   * @throws SerializationException when the bytes are not a value of a readable format; its message
   *     does not quote them
   * @throws dev.eddyline.registry.RegistryUnavailableException when the registry client of an Avro
   *     value is closed or timed out
   */
  @Override
  public EventValue deserialize(String topic, Headers headers, byte[] data) {
    if (data == null) {
      return null;
    }
    Header contentType = null;
    boolean isBinaryMode = false;
    for (Header header : headers) {
      if (header.key().equals(CONTENT_TYPE)) {
        contentType = header;
      } else if (CloudEvent.isRequiredHeader(header.key())) {
        isBinaryMode = true;
      }
    }
    if (contentType == null && !isBinaryMode && FirstByte.isAvro(data)) {
      return avro(topic, data);
    }
    try {
      return deserialize(topic, ContentType.of(contentType), isBinaryMode, headers, data);
    } catch (InvalidEventException invalid) {
      throw new SerializationException(topic + ": " + invalid.messageWithoutQuotes());
    }
  }

  private EventValue deserialize(
      String topic, ContentType type, boolean isBinaryMode, Headers headers, byte[] data)
      throws InvalidEventException {
    if (type == ContentType.OTHER_CLOUD_EVENT) {
      throw problem(
          "content-type of this CloudEvent is not supported; allowed:"
              + " application/cloudevents+json, with one event in a record");
    }
    if (type == ContentType.STRUCTURED_CLOUD_EVENT) {
      requireFormatOf(type, VALUE, data);
      return structured(topic, jsonObject(data));
    }
    if (isBinaryMode) {
      EventFormat.CLOUDEVENTS.requireReadable(topic, readable);
      CloudEvent attributes = CloudEvent.ofHeaders(headers);
      requireFormatOf(type, VALUE, data);
      return eventInData(topic, attributes, type, data);
    }
    requireFormatOf(type, VALUE, data);
    if (type == ContentType.JSON || type == ContentType.UNKNOWN && FirstByte.isJson(data)) {
      return json(topic, data);
    }
    return avro(topic, data);
  }

  /**
   * Throws if bytes are not in the format of their content type; none pass.
   *
   * @param name what has the bytes
   */
  private static void requireFormatOf(ContentType type, String name, byte[] bytes)
      throws InvalidEventException {
    boolean isAvro = FirstByte.isAvro(bytes);
    boolean isJson = FirstByte.isJson(bytes);
    if (FirstByte.isJsonArray(bytes)) {
      throw problem(
          name + " is a JSON array, must be one JSON object: publish each event in its own record");
    }
    if (type == ContentType.AVRO && isJson) {
      throw problem(name + " is JSON, but its content type is Avro: correct one of them");
    }
    if (type != ContentType.AVRO && type != ContentType.UNKNOWN && isAvro) {
      throw problem(
          name
              + " is Avro (magic byte is 0x00), but its content type is JSON: correct one of them");
    }
    if (type == ContentType.UNKNOWN && !isAvro && !isJson && bytes.length > 0) {
      throw problem(
          "%s is in no format that is read: magic byte is 0x%02x, must be 0x00 (Confluent wire format) or { (JSON in UTF-8)"
              .formatted(name, bytes[0]));
    }
  }

  /** The event in Avro; the registry's decoder reports a value that has no magic byte. */
  private EventValue avro(String topic, byte[] data) {
    if (FirstByte.isAvro(data)) {
      EventFormat.AVRO.requireReadable(topic, readable);
    }
    return new AvroEvent(avro.deserialize(topic, data));
  }

  private EventValue json(String topic, byte[] data) throws InvalidEventException {
    if (!readable.contains(EventFormat.CLOUDEVENTS)) {
      EventFormat.JSON.requireReadable(topic, readable);
    }
    Map<String, JsonNode> fields = jsonObject(data);
    if (fields.containsKey(CloudEvent.SPECVERSION)) {
      return structured(topic, fields);
    }
    EventFormat.JSON.requireReadable(topic, readable);
    return new JsonEvent(fields, Optional.empty(), Optional.empty());
  }

  private EventValue structured(String topic, Map<String, JsonNode> fields)
      throws InvalidEventException {
    EventFormat.CLOUDEVENTS.requireReadable(topic, readable);
    CloudEvent attributes = CloudEvent.ofFields(fields);
    JsonNode data = nonNull(fields, DATA);
    JsonNode base64 = nonNull(fields, DATA_BASE64);
    boolean hasData = data != null;
    boolean hasBase64 = base64 != null;
    if (hasData == hasBase64) {
      throw problem("one of data and data_base64 is required, not both");
    }
    if (hasBase64) {
      JsonNode mediaType = nonNull(fields, "datacontenttype");
      ContentType type =
          mediaType == null ? ContentType.UNKNOWN : ContentType.of(mediaType.asText());
      byte[] decoded = decodedBase64(base64);
      requireFormatOf(type, DATA_BASE64, decoded);
      return eventInData(topic, attributes, type, decoded);
    }
    if (!(data instanceof ObjectNode event)) {
      throw problem("data must be a JSON object: an event in JSON form");
    }
    Map<String, JsonNode> eventFields = new LinkedHashMap<>();
    event.properties().forEach(field -> eventFields.put(field.getKey(), field.getValue()));
    return attributes.complete(eventFields);
  }

  /** The event in the data of a CloudEvent: in JSON form, or in Avro, which is complete. */
  private EventValue eventInData(String topic, CloudEvent attributes, ContentType type, byte[] data)
      throws InvalidEventException {
    boolean isAvro =
        type == ContentType.AVRO || type == ContentType.UNKNOWN && FirstByte.isAvro(data);
    return isAvro
        ? new AvroEvent(avro.deserialize(topic, data))
        : attributes.complete(jsonObject(data));
  }

  private static JsonNode nonNull(Map<String, JsonNode> fields, String name) {
    JsonNode value = fields.get(name);
    return value == null || value.isNull() ? null : value;
  }

  private static byte[] decodedBase64(JsonNode text) throws InvalidEventException {
    try {
      return Base64.getDecoder().decode(text.isTextual() ? text.textValue() : "-");
    } catch (IllegalArgumentException invalid) {
      throw problem("data_base64 must be a string in Base64 (RFC 4648)");
    }
  }

  private static Map<String, JsonNode> jsonObject(byte[] data) throws InvalidEventException {
    try {
      return JsonLine.parse(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(data)).toString());
    } catch (CharacterCodingException invalid) {
      throw problem("value must be UTF-8 if it is JSON");
    }
  }

  private static InvalidEventException problem(String problem) {
    return new InvalidEventException(List.of(problem));
  }
}
