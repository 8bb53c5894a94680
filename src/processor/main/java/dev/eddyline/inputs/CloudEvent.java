package dev.eddyline.inputs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.eddyline.json.EventTime;
import dev.eddyline.json.InvalidEventException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * The attributes of a CloudEvent that complete the event in its data.
 *
 * @param eventId an id that is unique for each pair of source and id
 * @param type the {@code type}
 * @param time the {@code time}, RFC 3339
 * @param subject the {@code subject}
 */
record CloudEvent(String eventId, String type, Optional<String> time, Optional<String> subject) {

  static final String SPECVERSION = "specversion";

  /** Prefix of the headers of a CloudEvent in binary mode. */
  static final String HEADER_PREFIX = "ce_";

  private static final List<String> REQUIRED_ATTRIBUTES =
      List.of(SPECVERSION, "id", "source", "type");

  private static final String SUPPORTED_VERSION = "1.0";
  private static final String TYPE_PREFIX = "io.eddyline.event.";
  private static final String TYPE_SUFFIX = ".v1";

  /** Whether a header is one that every CloudEvent in binary mode has. */
  static boolean isRequiredHeader(String name) {
    return name.startsWith(HEADER_PREFIX)
        && REQUIRED_ATTRIBUTES.contains(name.substring(HEADER_PREFIX.length()));
  }

  /** The attributes of a CloudEvent in structured mode. */
  static CloudEvent ofFields(Map<String, JsonNode> fields) throws InvalidEventException {
    return of("", name -> Optional.ofNullable(fields.get(name)).filter(node -> !node.isNull()));
  }

  /** The attributes of a CloudEvent in binary mode. */
  static CloudEvent ofHeaders(Headers headers) throws InvalidEventException {
    return of(
        HEADER_PREFIX,
        name -> {
          Header header = headers.lastHeader(HEADER_PREFIX + name);
          return header == null || header.value() == null
              ? Optional.empty()
              : Optional.of(TextNode.valueOf(new String(header.value(), StandardCharsets.UTF_8)));
        });
  }

  private static CloudEvent of(String prefix, Function<String, Optional<JsonNode>> attributes)
      throws InvalidEventException {
    AttributeReader reader = new AttributeReader(prefix, attributes);
    reader.requireAll(REQUIRED_ATTRIBUTES);
    if (!reader.required(SPECVERSION).equals(SUPPORTED_VERSION)) {
      throw problem(prefix + SPECVERSION + " is unsupported; allowed: " + SUPPORTED_VERSION);
    }
    String eventId = eventId(reader.required("source"), reader.required("id"));
    Optional<String> time = reader.optional("time");
    if (time.isPresent() && !EventTime.isIsoTime(time.get())) {
      throw problem(prefix + "time must be ISO-8601 with an offset");
    }
    return new CloudEvent(eventId, reader.required("type"), time, reader.optional("subject"));
  }

  /** Source and id, with one separator: {@code %} and {@code #} in the source are encoded. */
  private static String eventId(String source, String id) {
    return source.replace("%", "%25").replace("#", "%23") + "#" + id;
  }

  /**
   * The event in the data, completed by the attributes.
   *
   * @param data the fields of the event
   */
  JsonEvent complete(Map<String, JsonNode> data) throws InvalidEventException {
    time.ifPresent(value -> JsonEvent.supply(data, "occurredAt", value));
    JsonNode typeOfData = data.get("type");
    if (typeOfData == null || typeOfData.isNull()) {
      data.put("type", TextNode.valueOf(typeOfBody()));
    }
    return new JsonEvent(data, subject, Optional.of(eventId));
  }

  private String typeOfBody() throws InvalidEventException {
    if (!type.startsWith(TYPE_PREFIX)) {
      throw problem(
          "type is required in data, or as the CloudEvent's type: %s<type>, for example %stool_called"
              .formatted(TYPE_PREFIX, TYPE_PREFIX));
    }
    String body = type.substring(TYPE_PREFIX.length());
    return body.endsWith(TYPE_SUFFIX)
        ? body.substring(0, body.length() - TYPE_SUFFIX.length())
        : body;
  }

  private static InvalidEventException problem(String problem) {
    return new InvalidEventException(List.of(problem));
  }

  /** Reads attributes, which are strings. */
  private record AttributeReader(String prefix, Function<String, Optional<JsonNode>> attributes) {

    void requireAll(List<String> names) throws InvalidEventException {
      List<String> missing =
          names.stream()
              .filter(name -> attributes.apply(name).isEmpty())
              .map(name -> prefix + name + " is required")
              .toList();
      if (!missing.isEmpty()) {
        throw new InvalidEventException(missing);
      }
    }

    String required(String name) throws InvalidEventException {
      return optional(name).orElseThrow();
    }

    Optional<String> optional(String name) throws InvalidEventException {
      Optional<JsonNode> value = attributes.apply(name);
      if (value.isEmpty()) {
        return Optional.empty();
      }
      if (!value.get().isTextual() || value.get().textValue().isEmpty()) {
        throw problem(prefix + name + " must be a string that is not empty");
      }
      return Optional.of(value.get().textValue());
    }
  }
}
