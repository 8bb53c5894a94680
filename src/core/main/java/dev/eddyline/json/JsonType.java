package dev.eddyline.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** Conversion between the values of an Avro type and JSON. */
sealed interface JsonType
    permits JsonType.Text,
        JsonType.TextOrJson,
        JsonType.Flag,
        JsonType.EnumChoice,
        JsonType.ListOf,
        JsonNumber,
        JsonTimestamp {

  /** Name of the field that frameworks fill with an object. */
  String ARGUMENTS = "arguments";

  /** The Avro value of a node; null with an added problem. */
  Object read(JsonNode node, String path, List<String> problems);

  /** The JSON of an Avro value that is not null. */
  JsonNode write(Object value);

  /** The type of a field by its schema, which is not a union; fails for an unsupported kind. */
  static JsonType of(String field, Schema schema, SpecificData model) {
    Bounds bounds = Bounds.of(field);
    if (schema.getLogicalType() instanceof LogicalTypes.TimestampMillis) {
      return new JsonTimestamp();
    }
    if (schema.getLogicalType() != null) {
      throw unknown(field, schema);
    }
    return switch (schema.getType()) {
      case STRING -> field.equals(ARGUMENTS) ? new TextOrJson(bounds) : new Text(bounds);
      case BOOLEAN -> new Flag();
      case INT, LONG, DOUBLE -> new JsonNumber(schema.getType(), bounds);
      case ENUM -> EnumChoice.of(schema, model);
      case ARRAY -> new ListOf(of(field, schema.getElementType(), model));
      default -> throw unknown(field, schema);
    };
  }

  private static IllegalArgumentException unknown(String field, Schema schema) {
    return new IllegalArgumentException(
        "Field '" + field + "' has no JSON form: unsupported Avro type " + schema.getType());
  }

  /** A well-formed text: a lone surrogate, which UTF-8 cannot encode, becomes U+FFFD. */
  record Text(Bounds length) implements JsonType {
    @Override
    public Object read(JsonNode node, String path, List<String> problems) {
      if (!node.isTextual()) {
        problems.add(path + " must be a string, was " + ProblemText.kind(node));
        return null;
      }
      if (!length.allow(node.textValue().length())) {
        problems.add(path + " must not be empty");
        return null;
      }
      return wellFormed(node.textValue());
    }

    @Override
    public JsonNode write(Object value) {
      return TextNode.valueOf(value.toString());
    }

    private static String wellFormed(String text) {
      StringBuilder repaired = null;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (!Character.isSurrogate(c)) {
          continue;
        }
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
          continue;
        }
        repaired = repaired == null ? new StringBuilder(text) : repaired;
        repaired.setCharAt(i, '\uFFFD');
      }
      return repaired == null ? text : repaired.toString();
    }
  }

  /** A text; an object or array in its place becomes its canonical JSON, with sorted keys. */
  record TextOrJson(Bounds length) implements JsonType {

    private static final JsonMapper CANONICAL =
        JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

    @Override
    public Object read(JsonNode node, String path, List<String> problems) {
      if (!node.isTextual() && !node.isContainerNode()) {
        problems.add(
            path + " must be a string, an object or an array, was " + ProblemText.kind(node));
        return null;
      }
      JsonNode text = node.isContainerNode() ? TextNode.valueOf(canonical(node)) : node;
      return new Text(length).read(text, path, problems);
    }

    private static String canonical(JsonNode node) {
      try {
        return CANONICAL.writeValueAsString(CANONICAL.treeToValue(node, Object.class));
      } catch (JsonProcessingException impossible) {
        throw new IllegalStateException("a tree that was read can be written", impossible);
      }
    }

    @Override
    public JsonNode write(Object value) {
      return TextNode.valueOf(value.toString());
    }
  }

  /** True or false. */
  record Flag() implements JsonType {
    @Override
    public Object read(JsonNode node, String path, List<String> problems) {
      if (!node.isBoolean()) {
        problems.add(path + " must be true or false, was " + ProblemText.kind(node));
        return null;
      }
      return node.booleanValue();
    }

    @Override
    public JsonNode write(Object value) {
      return BooleanNode.valueOf((Boolean) value);
    }
  }

  /**
   * One of an enum's symbols, read in any case, written in lower case. The default symbol, which
   * represents symbols of later versions, can be written but not read.
   */
  record EnumChoice(Map<String, Object> values) implements JsonType {
    static EnumChoice of(Schema schema, SpecificData model) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (String symbol : schema.getEnumSymbols()) {
        if (!symbol.equals(schema.getEnumDefault())) {
          values.put(symbol.toLowerCase(Locale.ROOT), model.createEnum(symbol, schema));
        }
      }
      return new EnumChoice(Collections.unmodifiableMap(values));
    }

    @Override
    public Object read(JsonNode node, String path, List<String> problems) {
      Object value =
          node.isTextual() ? values.get(node.textValue().toLowerCase(Locale.ROOT)) : null;
      if (value == null) {
        String was =
            node.isTextual()
                ? " '" + ProblemText.shorten(node.textValue()) + "' is unknown"
                : " must be a string, was " + ProblemText.kind(node);
        problems.add(path + was + "; allowed: " + String.join(", ", values.keySet()));
      }
      return value;
    }

    @Override
    public JsonNode write(Object value) {
      return TextNode.valueOf(value.toString().toLowerCase(Locale.ROOT));
    }
  }

  /** A list of non-null values of one type. */
  record ListOf(JsonType items) implements JsonType {
    @Override
    public Object read(JsonNode node, String path, List<String> problems) {
      if (!node.isArray()) {
        problems.add(path + " must be an array, was " + ProblemText.kind(node));
        return null;
      }
      List<Object> values = new ArrayList<>(node.size());
      for (JsonNode item : node) {
        Object value = items.read(item, path + "[" + values.size() + "]", problems);
        if (value == null) {
          return null;
        }
        values.add(value);
      }
      return Collections.unmodifiableList(values);
    }

    @Override
    public JsonNode write(Object value) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      ((List<?>) value).forEach(item -> array.add(items.write(item)));
      return array;
    }
  }
}
