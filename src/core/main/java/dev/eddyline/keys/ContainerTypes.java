package dev.eddyline.keys;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Types of keys with several values. Of a container with too many entries, which is a problem, only
 * the maximum is read.
 */
public final class ContainerTypes {

  private ContainerTypes() {}

  /**
   * Lists.
   *
   * @param entry the type of an entry
   * @param most the maximum of entries
   * @param words the list in words
   */
  public static <T> KeyType<List<T>> listOf(KeyType<T> entry, int most, String words) {
    return new KeyType<>(
        words,
        () -> {
          ObjectNode schema = SchemaNodes.ofType("array").put("maxItems", most);
          schema.set("items", entry.schema().get());
          return schema;
        },
        (written, at) -> {
          if (!written.isArray()) {
            return at.refuse("must be a list, was " + KeyType.kind(written));
          }
          checkEntryCount(written, most, at);
          List<T> values = new ArrayList<>();
          for (int i = 0; i < Math.min(written.size(), most); i++) {
            T value = entry.reader().read(written.get(i), at.item(i));
            if (value != null) {
              values.add(value);
            }
          }
          return values;
        },
        values -> {
          ArrayNode nodes = KeyType.NODES.arrayNode();
          values.forEach(value -> nodes.add(entry.toNode(value)));
          return nodes;
        });
  }

  /**
   * Values by names that the document chooses, in its order.
   *
   * @param name the type of a name
   * @param value the type of a value
   * @param most the maximum of names
   */
  public static <T> KeyType<Map<String, T>> byName(
      KeyType<String> name, KeyType<T> value, int most) {
    String limit = most == Integer.MAX_VALUE ? "" : ", ≤ " + most;
    return new KeyType<>(
        "NAME: " + value.words() + limit,
        () -> {
          ObjectNode schema = SchemaNodes.ofType("object");
          if (!limit.isEmpty()) {
            schema.put("maxProperties", most);
          }
          schema.set("propertyNames", name.schema().get());
          schema.set("additionalProperties", value.schema().get());
          return schema;
        },
        (written, at) -> {
          Map<String, T> values = new LinkedHashMap<>();
          Section names = new Section(at, written);
          checkEntryCount(written, most, at);
          names.names().stream()
              .limit(most)
              .forEach(
                  key -> {
                    String known = name.reader().read(KeyType.NODES.textNode(key), at.key(key));
                    T read = value.reader().read(written.get(key), at.key(key));
                    if (known != null && read != null) {
                      values.put(known, read);
                    }
                  });
          return values;
        },
        values -> {
          ObjectNode nodes = KeyType.NODES.objectNode();
          values.forEach((key, each) -> nodes.set(key, value.toNode(each)));
          return nodes;
        });
  }

  /**
   * A mapping, which a function reads.
   *
   * @param reader reads a section; the values that it returns for an empty section are not used
   */
  public static <T> KeyType<T> mapping(Function<Section, T> reader) {
    return new KeyType<>(
        "a mapping",
        () -> {
          Section probe = Section.empty();
          var unused = reader.apply(probe); // the reads declare the keys
          return probe.schema();
        },
        (written, at) -> reader.apply(new Section(at, written)),
        value -> KeyType.NODES.objectNode());
  }

  private static void checkEntryCount(JsonNode container, int most, KeyPath at) {
    if (container.size() > most) {
      at.addProblem("must have ≤ " + most + " entries, was " + container.size());
    }
  }
}
