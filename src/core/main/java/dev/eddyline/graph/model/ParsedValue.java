package dev.eddyline.graph.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.text.Truncation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A YAML or JSON value with its line.
 *
 * @param line where it begins, from 1
 * @param column where it begins, from 1, if the text has one line only; otherwise 0
 * @param value a {@code String}, a {@code List<Item>}, a {@code Map<String, Item>}, or null
 */
public record ParsedValue(int line, int column, @Nullable Object value) {

  /** No value. */
  public static final ParsedValue NONE = new ParsedValue(0, null);

  /** With the ellipsis. */
  private static final int MAX_SHOWN_CHARS = 81;

  /** A value of a text with several lines. */
  public ParsedValue(int line, @Nullable Object value) {
    this(line, 0, value);
  }

  /** Whether it is a mapping. */
  public boolean isMap() {
    return value instanceof Map;
  }

  /** Whether it is a list. */
  public boolean isList() {
    return value instanceof List;
  }

  /** The mapping; empty where the value is not one. */
  @SuppressWarnings("unchecked")
  public Map<String, ParsedValue> map() {
    return value instanceof Map ? (Map<String, ParsedValue>) value : Map.of();
  }

  /** The list; empty where the value is not one. */
  @SuppressWarnings("unchecked")
  public List<ParsedValue> list() {
    return value instanceof List ? (List<ParsedValue>) value : List.of();
  }

  /** The text; a number or boolean as it is written; empty where the value is not one of these. */
  public Optional<String> text() {
    return value instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The value of a key; a null value where there is none. */
  public ParsedValue valueAt(String key) {
    return map().getOrDefault(key, new ParsedValue(line, column, null));
  }

  /** The text of a key; empty where there is none. */
  public Optional<String> textAt(String key) {
    return valueAt(key).text();
  }

  /** Whether a key has this text. */
  public boolean hasText(String key, String text) {
    return text.equals(valueAt(key).value());
  }

  /** The whole number of a key, if it has six digits at most. */
  public Optional<Integer> numberAt(String key) {
    return textAt(key).filter(text -> text.matches("[0-9]{1,6}")).map(Integer::valueOf);
  }

  /** The texts of a list, or one text, that are not blank. */
  public List<ParsedValue> texts() {
    List<ParsedValue> all = isList() ? list() : List.of(this);
    return all.stream().filter(each -> each.text().filter(t -> !t.isBlank()).isPresent()).toList();
  }

  /** All texts in it, at any depth. */
  public Stream<String> allTexts() {
    return Stream.concat(
        text().stream(),
        Stream.concat(list().stream(), map().values().stream()).flatMap(ParsedValue::allTexts));
  }

  /** The value for its reader; mappings inside it are empty, since each has a reader of its own. */
  public JsonNode toNode() {
    if (isMap()) {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      map().forEach((key, each) -> node.set(key, each.toNodeWithoutKeys()));
      return node;
    }
    return toNodeWithoutKeys();
  }

  private JsonNode toNodeWithoutKeys() {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    if (isList()) {
      ArrayNode array = nodes.arrayNode(list().size());
      list().forEach(each -> array.add(each.toNodeWithoutKeys()));
      return array;
    }
    return isMap()
        ? nodes.objectNode()
        : text().<JsonNode>map(nodes::textNode).orElse(nodes.nullNode());
  }

  /** A description for messages. */
  public String describeForMessage() {
    if (value == null) {
      return "nothing";
    }
    return isMap() ? "a mapping" : isList() ? "a list" : "'" + shorten((String) value) + "'";
  }

  /** A text of the file for messages. */
  public static String shorten(String text) {
    return Truncation.shorten(text, MAX_SHOWN_CHARS);
  }
}
