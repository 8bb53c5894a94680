package dev.eddyline.keys;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Parts of JSON Schemas (draft 2020-12). Patterns use only what regular expressions of JavaScript
 * and Java have in common.
 */
final class SchemaNodes {

  private static final String TYPE = "type";
  private static final String ENUM = "enum";
  private static final String ANY_OF = "anyOf";
  private static final String NULL = "null";

  /** The pattern of instants with their zone. */
  static final String INSTANT =
      "^\\s*[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])[Tt]([01][0-9]|2[0-3]):[0-5][0-9]"
          + "(:[0-5][0-9](\\.[0-9]{0,9})?)?([Zz]|[+-](0[0-9]|1[0-8])(:[0-5][0-9]){1,2})\\s*$";

  private SchemaNodes() {}

  static ObjectNode ofType(String type) {
    return KeyType.NODES.objectNode().put(TYPE, type);
  }

  static ObjectNode text() {
    return ofType("string");
  }

  /** One of these names, in any letter case; editors propose them as they are. */
  static ObjectNode oneOf(List<String> names) {
    ObjectNode schema = KeyType.NODES.objectNode();
    ArrayNode forms = schema.putArray(ANY_OF);
    names.forEach(forms.addObject().putArray(ENUM)::add);
    forms.add(
        text()
            .put(
                "pattern",
                names.stream()
                    .map(SchemaNodes::inAnyLetterCase)
                    .collect(Collectors.joining("|", "^(?:", ")$"))));
    return schema;
  }

  private static String inAnyLetterCase(String name) {
    return name.chars()
        .mapToObj(
            letter -> {
              String lower = Character.toString(Character.toLowerCase(letter));
              String upper = Character.toString(Character.toUpperCase(letter));
              return lower.equals(upper) ? lower : "[" + lower + upper + "]";
            })
        .collect(Collectors.joining());
  }

  /** The schema of the same value, or null. */
  static ObjectNode orNull(ObjectNode schema) {
    if (schema.path(TYPE).isTextual()) {
      JsonNode type = schema.get(TYPE);
      schema.putArray(TYPE).add(type).add(NULL);
      return schema;
    }
    if (schema.get(ANY_OF) instanceof ArrayNode forms) {
      forms.add(ofType(NULL));
      return schema;
    }
    ObjectNode either = KeyType.NODES.objectNode();
    either.putArray(ANY_OF).add(schema).add(ofType(NULL));
    return either;
  }

  /** Adds a default, unless there is none. */
  static ObjectNode withDefault(ObjectNode schema, JsonNode preset) {
    return preset.isNull() ? schema : schema.set("default", preset);
  }

  /**
   * The pattern of durations above 0. Each number is at most the maximum; the sum of several is not
   * checked, since a pattern cannot add.
   *
   * @param most a whole number of hours
   */
  static String durationPattern(Duration most) {
    return "^\\s*(?=.*[1-9])(?:%s[hH])?(?:%s[mM])?(?:%s(?:[.,][0-9]{0,9})?[sS])?\\s*$"
        .formatted(upTo(most.toHours()), upTo(most.toMinutes()), upTo(most.toSeconds()));
  }

  /** The pattern of whole numbers from 0 to a maximum. */
  private static String upTo(long most) {
    String digits = Long.toString(most);
    StringBuilder forms = new StringBuilder("0*(?:");
    for (int i = 0; i < digits.length(); i++) {
      int smaller = digits.charAt(i) - '1';
      int rest = digits.length() - 1 - i;
      if (smaller >= 0) {
        forms.append(digits, 0, i).append("[0-").append(smaller).append(']');
        forms.append(rest == 0 ? "|" : "[0-9]{" + rest + "}|");
      }
    }
    if (digits.length() > 1) {
      forms.append("[0-9]{1,").append(digits.length() - 1).append("}|");
    }
    return forms.append(digits).append(')').toString();
  }
}
