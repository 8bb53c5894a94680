package dev.eddyline.graph;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A YAML or JSON value with its line.
 *
 * @param line where it begins, from 1
 * @param value a {@code String}, a {@code List<Item>}, a {@code Map<String, Item>}, or null
 */
record ParsedValue(int line, @Nullable Object value) {

  boolean isMap() {
    return value instanceof Map;
  }

  boolean isList() {
    return value instanceof List;
  }

  /** The mapping; empty where the value is not one. */
  @SuppressWarnings("unchecked")
  Map<String, ParsedValue> map() {
    return value instanceof Map ? (Map<String, ParsedValue>) value : Map.of();
  }

  /** The list; empty where the value is not one. */
  @SuppressWarnings("unchecked")
  List<ParsedValue> list() {
    return value instanceof List ? (List<ParsedValue>) value : List.of();
  }

  /** The text; a number or boolean as it is written; empty where the value is not one of these. */
  Optional<String> text() {
    return value instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The value of a key; a null value where there is none. */
  ParsedValue valueAt(String key) {
    return map().getOrDefault(key, new ParsedValue(line, null));
  }

  /** The text of a key; empty where there is none. */
  Optional<String> textAt(String key) {
    return valueAt(key).text();
  }

  /** A description for messages. */
  String describeForMessage() {
    if (value == null) {
      return "nothing";
    }
    return isMap() ? "a mapping" : isList() ? "a list" : "'" + truncate((String) value) + "'";
  }

  private static String truncate(String text) {
    return text.length() <= 80 ? text : text.substring(0, 80) + "…";
  }
}
