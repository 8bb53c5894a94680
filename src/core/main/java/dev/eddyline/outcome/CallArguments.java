package dev.eddyline.outcome;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call without explanations, which change nothing of it.
 *
 * @param text JSON with sorted keys; any other text as it is
 * @param json the arguments as JSON, or null
 * @param fields the values in it, of a list of objects the first ones
 * @param own the texts among the arguments of the call itself, by name
 */
record CallArguments(
    String text, @Nullable ObjectNode json, List<Field> fields, Map<String, String> own) {

  /**
   * An argument with one value.
   *
   * @param name its own name, without the names of the objects around it
   * @param value text, number or boolean
   * @param isOwn whether it is an argument of the call itself, not a part of one
   */
  record Field(String name, JsonNode value, boolean isOwn) {}

  /** Maximum characters of arguments that are parsed as JSON; longer ones are a text. */
  private static final int MAX_JSON = 262_144;

  /** A page, an offset or a range. */
  private static final Pattern POSITION =
      Pattern.compile("\\[?\\d{1,6}(?:\\s*[-,:]\\s*\\d{1,6})?\\]?");

  /** Words of a sentence. */
  private static final int SENTENCE_WORDS = 6;

  /** Elements of a list whose values name something. */
  private static final int MAX_ELEMENTS = 3;

  /** Characters of a value that names something. */
  private static final int MAX_LABEL = 80;

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(200).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(JsonNodeFeature.WRITE_PROPERTIES_SORTED)
          .build();

  static CallArguments read(String arguments) {
    String text = arguments.strip();
    if (text.length() > MAX_JSON || !text.startsWith("{")) {
      return ofText(text);
    }
    try {
      ObjectNode json = (ObjectNode) JSON.readTree(text);
      List<String> explanations = new ArrayList<>();
      json.fieldNames()
          .forEachRemaining(
              name -> {
                if (OutcomeWords.SHIPPED.explanations().contains(name.toLowerCase(Locale.ROOT))) {
                  explanations.add(name);
                }
              });
      if (explanations.size() < json.size()) {
        json.remove(explanations);
      }
      List<Field> fields = new ArrayList<>();
      addFields(json, true, fields);
      return new CallArguments(JSON.writeValueAsString(json), json, fields, ownTexts(fields));
    } catch (JsonProcessingException notJson) {
      return ofText(text);
    }
  }

  private static Map<String, String> ownTexts(List<Field> fields) {
    Map<String, String> own = new HashMap<>();
    for (Field field : fields) {
      if (field.isOwn() && field.value().isTextual()) {
        own.putIfAbsent(field.name(), field.value().textValue());
      }
    }
    return Map.copyOf(own);
  }

  private static CallArguments ofText(String text) {
    return new CallArguments(text, null, List.of(), Map.of());
  }

  private static void addFields(JsonNode object, boolean isOwn, List<Field> fields) {
    for (Map.Entry<String, JsonNode> each : object.properties()) {
      boolean isInside = isOwn && OutcomeWords.SHIPPED.wrappers().contains(each.getKey());
      JsonNode value = each.getValue();
      if (value.isArray()) {
        boolean isOnly = value.size() == 1;
        for (int index = 0; index < Math.min(value.size(), MAX_ELEMENTS); index++) {
          if (isOnly || value.get(index).isObject()) {
            addField(each.getKey(), value.get(index), isOwn, isInside && isOnly, fields);
          }
        }
      } else {
        addField(each.getKey(), value, isOwn, isInside, fields);
      }
    }
  }

  private static void addField(
      String name, JsonNode value, boolean isOwn, boolean isInside, List<Field> fields) {
    if (value.isObject()) {
      addFields(value, isInside, fields);
    } else if (value.isValueNode()) {
      fields.add(new Field(name, value, isOwn));
    }
  }

  /** A text among the arguments. */
  Optional<String> value(String name) {
    return Optional.ofNullable(own.get(name));
  }

  /** Whether one of the arguments, at any depth, has one of these names. */
  boolean hasAny(Set<String> names) {
    return json != null && names.stream().anyMatch(name -> json.findValue(name) != null);
  }

  /** The values without their names; without JSON all of the text. */
  String values() {
    if (json == null) {
      return text;
    }
    StringBuilder values = new StringBuilder();
    addValues(json, values);
    return values.toString();
  }

  /** The short values: what the call is about. Of a call that reads, a place is none. */
  String labels(ToolIntent intent) {
    if (json == null) {
      return Truncation.truncate(text, MAX_LABEL);
    }
    StringBuilder labels = new StringBuilder();
    for (Field field : fields) {
      if (isLabel(field.value()) && !(intent == ToolIntent.READ && isPosition(field))) {
        labels.append(field.value().asText()).append('\n');
      }
    }
    return labels.toString();
  }

  /** Whether one of the arguments is a place within something. */
  boolean hasPosition() {
    return fields.stream().anyMatch(field -> field.isOwn() && isPosition(field));
  }

  private static boolean isPosition(Field field) {
    return POSITION.matcher(field.value().asText()).matches()
        && OutcomeWords.SHIPPED.positions().areAllOf(Words.splitIdentifiers(field.name()));
  }

  /** Whether a value has as many words as a sentence. */
  static boolean isSentence(String value) {
    return Words.countSeparated(value.strip()) >= SENTENCE_WORDS;
  }

  private static boolean isLabel(JsonNode value) {
    return value.asText().length() <= MAX_LABEL && value.asText().indexOf('\n') < 0;
  }

  private static void addValues(JsonNode node, StringBuilder values) {
    if (node.isContainerNode()) {
      node.forEach(child -> addValues(child, values));
    } else {
      values.append(node.asText()).append('\n');
    }
  }
}
