package dev.eddyline.keys;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The values that a key allows: in words, as JSON Schema, and how they are read.
 *
 * @param words the allowed values, for pages and comments
 * @param schema creates the JSON Schema (draft 2020-12) of an allowed value
 * @param reader reads a value
 * @param writer writes a value so that it can be read again
 */
public record KeyType<T>(
    String words, Supplier<ObjectNode> schema, Reader<T> reader, Function<T, JsonNode> writer) {

  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** The maximum characters of a value that a message quotes. */
  private static final int MAX_QUOTED = 40;

  /** Reads a value. */
  @FunctionalInterface
  public interface Reader<T> {

    /** The value; null for a refused one, after adding its problem. The node is not null. */
    T read(JsonNode written, KeyPath at);
  }

  public KeyType {
    Objects.requireNonNull(words, "words");
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(reader, "reader");
    Objects.requireNonNull(writer, "writer");
  }

  /** A type of a key that is read elsewhere. */
  public static KeyType<JsonNode> readElsewhere(String words, Supplier<ObjectNode> schema) {
    return new KeyType<>(words, schema, (written, at) -> written, value -> value);
  }

  /** The JSON Schema of the values of either type. */
  public static ObjectNode eitherOf(KeyType<?> one, KeyType<?> other) {
    ObjectNode schema = NODES.objectNode();
    schema.putArray("anyOf").add(one.schema().get()).add(other.schema().get());
    return schema;
  }

  /** The same values, described in other words. */
  public KeyType<T> describedAs(String otherWords) {
    return new KeyType<>(otherWords, schema, reader, writer);
  }

  /** The same values with another JSON Schema. */
  public KeyType<T> withSchema(Supplier<ObjectNode> other) {
    return new KeyType<>(words, other, reader, writer);
  }

  /** The value as a node; a null node for none. */
  JsonNode toNode(T value) {
    return value == null ? NODES.nullNode() : writer.apply(value);
  }

  /** The kind of a value and its first characters, for messages. */
  static String kind(JsonNode value) {
    String text = value.isValueNode() && !value.isNull() ? " " + value.asText() : "";
    return value.getNodeType().name().toLowerCase(Locale.ROOT)
        + text.substring(0, Math.min(text.length(), MAX_QUOTED));
  }
}
