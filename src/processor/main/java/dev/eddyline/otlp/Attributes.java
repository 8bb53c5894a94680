package dev.eddyline.otlp;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Attributes of a span, a log record, an event of a span or a resource, as JSON values.
 *
 * @param values value by key; never a JSON null
 */
public record Attributes(Map<String, JsonNode> values) {

  /** No attributes. */
  public static final Attributes NONE = new Attributes(Map.of());

  /** The fields of an object that are not null; none for any other value. */
  static Attributes ofObject(JsonNode value) {
    Map<String, JsonNode> fields = new HashMap<>();
    value
        .properties()
        .forEach(
            field -> {
              if (!field.getValue().isNull()) {
                fields.put(field.getKey(), field.getValue());
              }
            });
    return fields.isEmpty() ? NONE : new Attributes(fields);
  }

  /** The value of a key; empty when it is absent. */
  public Optional<JsonNode> value(String key) {
    return Optional.ofNullable(values.get(key));
  }

  /** The value of a key as text; JSON for lists and maps; empty when it is absent or blank. */
  public Optional<String> text(String key) {
    return value(key).map(Attributes::asText).filter(text -> !text.isBlank());
  }

  /** A value as text: a string itself, anything else as JSON. */
  static String asText(JsonNode value) {
    return value.isValueNode() ? value.asText() : value.toString();
  }
}
