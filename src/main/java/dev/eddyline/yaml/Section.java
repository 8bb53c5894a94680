package dev.eddyline.yaml;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * A YAML mapping that is read key by key; problems are collected with their paths. It records
 * declared keys, so that hints and reference pages come from the same code.
 */
public final class Section extends ListKeys {

  /** Maximum of numbers in policies. */
  public static final int MANY = 1_000_000;

  /** Minimum retention of the stores. */
  private static final Duration MIN_STORE_RETENTION = Duration.ofHours(24);

  /** Maximum duration: a year. */
  private static final Duration LONGEST = Duration.ofDays(365);

  /** Reads the mapping at a path; adds problems to the list. */
  public Section(String path, JsonNode node, List<String> problems) {
    super(path, node, problems);
  }

  /** Sets the origin of the keys declared from now on; returns this section. */
  public Section setKeyPurpose(String purposeOfKeys) {
    purpose = purposeOfKeys;
    return this;
  }

  /** Sets the description of the next key, with its unit, in one sentence; returns this section. */
  public Section about(String what) {
    nextKeyDescription = what;
    return this;
  }

  /** The mapping of a key; empty if absent. */
  public Section section(String key) {
    Section inner = new Section(pathOf(key), node.get(key), problems);
    addDeclaredKey(new DeclaredKey.SectionKey(key, consumeDescriptionFor(key), inner, purpose));
    return inner;
  }

  /** Whether the key is present without a value. */
  public boolean isNull(String key) {
    if (!isKeyDeclared(key)) {
      declareKey(key, "null", NODES.nullNode(), NODES.nullNode());
    }
    return node.has(key) && node.get(key).isNull();
  }

  /** A whole number within bounds. */
  public int integer(String key, int preset, int least, int most) {
    JsonNode nodeValue = value(key);
    int result = preset;
    if (nodeValue != null && (!nodeValue.isIntegralNumber() || !nodeValue.canConvertToInt())) {
      addProblem(key, "must be a whole number, was " + kind(nodeValue));
    } else if (nodeValue != null && nodeValue.intValue() < least) {
      addProblem(key, "must be ≥ " + least + ", was " + nodeValue.intValue());
    } else if (nodeValue != null && nodeValue.intValue() > most) {
      addProblem(key, "must be ≤ " + most + ", was " + nodeValue.intValue());
    } else if (nodeValue != null) {
      result = nodeValue.intValue();
    }
    declareKey(key, range(least, most), NODES.numberNode(preset), NODES.numberNode(result));
    return result;
  }

  /** A whole number within bounds, or none if the key is present without a value. */
  public OptionalInt integerOrNone(String key, int preset, int least, int most) {
    boolean none = isNull(key);
    OptionalInt result =
        none ? OptionalInt.empty() : OptionalInt.of(integer(key, preset, least, most));
    JsonNode value = none ? NODES.nullNode() : NODES.numberNode(result.getAsInt());
    declareKey(key, range(least, most) + ", or null", NODES.numberNode(preset), value);
    return result;
  }

  /** A number within bounds. */
  public double decimal(String key, double preset, double least, double most) {
    JsonNode nodeValue = value(key);
    double result = preset;
    if (nodeValue != null && !nodeValue.isNumber()) {
      addProblem(key, "must be a number, was " + kind(nodeValue));
    } else if (nodeValue != null && !(nodeValue.doubleValue() >= least)) {
      addProblem(key, "must be ≥ " + least + ", was " + nodeValue.asText());
    } else if (nodeValue != null && !(nodeValue.doubleValue() <= most)) {
      addProblem(key, "must be ≤ " + most + ", was " + nodeValue.asText());
    } else if (nodeValue != null) {
      result = nodeValue.doubleValue();
    }
    declareKey(key, least + " to " + most, NODES.numberNode(preset), NODES.numberNode(result));
    return result;
  }

  /** Whole numbers within bounds, by name. */
  public Map<String, Integer> integers(String key, int least, int most) {
    Section names = section(key);
    Map<String, Integer> integers = new TreeMap<>();
    names.names().forEach(name -> integers.put(name, names.integer(name, least, least, most)));
    ObjectNode value = NODES.objectNode();
    integers.forEach(value::put);
    declareKey(key, "NAME: " + range(least, most), NODES.objectNode(), value);
    return integers;
  }

  /** A duration of at most 24 h, the minimum retention of the stores. */
  public Duration windowDuration(String key, Duration preset) {
    Duration time = duration(key, preset, "24h");
    if (time.compareTo(MIN_STORE_RETENTION) > 0) {
      addProblem(key, "must be ≤ 24h, the minimum retention of the stores");
    }
    declareKey(key, "a duration up to 24h", Durations.toNode(preset), Durations.toNode(time));
    return time;
  }

  /** Whether this section's detector is enabled; by default it is if the section is present. */
  public boolean enabled() {
    return about("whether the detector is enabled").bool("enabled", isNamed());
  }

  /** true or false. */
  public boolean bool(String key, boolean preset) {
    boolean result =
        valueOrDefault(key, JsonNode::isBoolean, "must be true or false", NODES.booleanNode(preset))
            .booleanValue();
    declareKey(key, "true or false", NODES.booleanNode(preset), NODES.booleanNode(result));
    return result;
  }

  /** A text; the default may be null. */
  public String text(String key, String preset) {
    String result =
        valueOrDefault(key, JsonNode::isTextual, "must be text", node(preset)).textValue();
    declareKey(key, "text", node(preset), node(result));
    return result;
  }

  /** A required text of at most this many characters; empty if invalid. */
  public String requiredText(String key, int most) {
    String text = text(key, null);
    String problem = "is required";
    if (text != null && text.length() > most) {
      problem = "must have ≤ " + most + " characters, was " + text.length();
    } else if (text != null && !text.isBlank()) {
      return text;
    }
    if (value(key) == null || value(key).isTextual()) {
      addProblem(key, problem);
    }
    return "";
  }

  /**
   * A required SHA-256 digest, in lower case; empty if invalid. An invalid value is not quoted,
   * since it may be the secret itself.
   */
  public String digest(String key) {
    JsonNode nodeValue = value(key);
    String digest = nodeValue == null ? "" : nodeValue.asText().toLowerCase(Locale.ROOT);
    declareKey(key, "64 hex digits", NODES.nullNode(), NODES.nullNode());
    if (digest.matches("[0-9a-f]{64}")) {
      return digest;
    }
    addProblem(key, nodeValue == null ? "is required, 64 hex digits" : "must be 64 hex digits");
    return "";
  }

  /** A duration: numbers and their units, such as {@code 24h}, {@code 15m} or {@code 1h30m}. */
  public Duration duration(String key, Duration preset) {
    return duration(key, preset, "8760h");
  }

  private Duration duration(String key, Duration preset, String most) {
    JsonNode nodeValue = value(key);
    Duration result =
        nodeValue == null ? preset : Durations.parseWithMaximum(nodeValue.asText(), LONGEST);
    if (nodeValue != null && result == null) {
      addProblem(
          key,
          "must be a duration in h, m and s such as 24h, 15m or 1h30m, at most %s, was '%s'"
              .formatted(most, nodeValue.asText()));
      result = preset;
    }
    declareKey(key, "a duration up to 8760h", Durations.toNode(preset), Durations.toNode(result));
    return result;
  }

  /** A required instant with its zone, such as {@code 2026-03-01T10:00:00Z}; null if invalid. */
  public Instant requiredInstant(String key) {
    String text = text(key, null);
    try {
      if (text != null) {
        return OffsetDateTime.parse(text.strip()).toInstant();
      }
    } catch (DateTimeParseException notAMoment) {
      addProblem(key, "must be a time such as 2026-03-01T10:00:00Z, was '" + text + "'");
      return null;
    }
    if (value(key) == null) {
      addProblem(key, "is required, a time such as 2026-03-01T10:00:00Z");
    }
    return null;
  }

  /** One of these symbols, ignoring case; the default may be null. */
  public <E extends Enum<E>> E oneOf(String key, E preset, List<E> allowed) {
    String text = text(key, null);
    E named = text == null ? null : symbol(key, text, allowed);
    E result = named == null ? preset : named;
    declareKey(key, words(allowed), node(preset), node(result));
    return result;
  }

  private static String range(int least, int most) {
    return least + " to " + most;
  }

  /** All symbols of a type. */
  public static <E extends Enum<E>> List<E> all(Class<E> type) {
    return Arrays.asList(type.getEnumConstants());
  }
}
