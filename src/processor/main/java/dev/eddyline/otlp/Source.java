package dev.eddyline.otlp;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/** Where a value of a span or log record may be. */
@FunctionalInterface
interface Source {

  /** The value; empty when it is absent or blank. */
  Optional<JsonNode> find(TelemetryRecord record);

  /**
   * Parses a source of the mapping's file.
   *
   * @throws IllegalArgumentException when it has another form
   */
  static Source parse(String text) {
    if (text == null || text.isBlank()) {
      throw invalid("");
    }
    String[] parts = text.strip().split(" +");
    return switch (parts.length == 1 ? "attribute" : parts[0] + parts.length) {
      case "attribute" -> record -> present(record.attributes().value(parts[0]));
      case "resource2" -> record -> present(record.resource().value(parts[1]));
      case "event3" -> record -> present(record.event(parts[1], parts[2]));
      case "json3" -> {
        JsonPointer pointer = pointer(text, parts[2]);
        yield record -> member(record.attributes().value(parts[1]), pointer);
      }
      case "filled2" ->
          record -> present(record.attributes().value(parts[1])).filter(Source::isFilled);
      case "values2" ->
          record -> present(record.attributes().value(parts[1])).filter(it -> !isSchema(it));
      case "if4" ->
          record ->
              record
                  .attributes()
                  .text(parts[1])
                  .filter(parts[2]::equals)
                  .flatMap(same -> present(record.attributes().value(parts[3])));
      case "prefix2" -> record -> indexed(record.attributes(), parts[1]);
      default -> throw invalid(text);
    };
  }

  private static JsonPointer pointer(String text, String pointer) {
    try {
      return JsonPointer.compile(pointer);
    } catch (IllegalArgumentException notPointer) {
      throw invalid(text);
    }
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException(
        ("'%s' is not a source: KEY, resource KEY, event NAME KEY, json KEY /POINTER, filled KEY,"
                + " values KEY, prefix KEY., or if KEY VALUE OTHER")
            .formatted(text));
  }

  private static boolean isFilled(JsonNode value) {
    JsonNode json = Contents.parsed(value).orElse(value);
    return json.isValueNode() || !json.isEmpty();
  }

  /** Whether it is a JSON schema, or the schemas of the fields of an object. */
  private static boolean isSchema(JsonNode value) {
    JsonNode json = Contents.parsed(value).orElse(value);
    return json.path("properties").isObject()
        || json.isObject() && !json.isEmpty() && allHaveType(json);
  }

  private static boolean allHaveType(JsonNode fields) {
    return fields.properties().stream().allMatch(field -> field.getValue().has("type"));
  }

  private static Optional<JsonNode> present(Optional<JsonNode> value) {
    return value.filter(it -> !Attributes.asText(it).isBlank() && !Hidden.isHidden(it));
  }

  private static Optional<JsonNode> member(Optional<JsonNode> attribute, JsonPointer pointer) {
    return present(
        attribute
            .flatMap(Contents::parsed)
            .map(json -> json.at(pointer))
            .filter(value -> !value.isMissingNode() && !value.isNull()));
  }

  /**
   * The attributes {@code PREFIX0.rest}, {@code PREFIX1.rest}, … as an object; empty without any.
   */
  private static Optional<JsonNode> indexed(Attributes attributes, String prefix) {
    ObjectNode found = JsonNodeFactory.instance.objectNode();
    attributes
        .values()
        .forEach(
            (key, value) -> {
              if (key.startsWith(prefix)) {
                found.set(key.substring(prefix.length()), value);
              }
            });
    return found.isEmpty() ? Optional.empty() : Optional.of(found);
  }
}
