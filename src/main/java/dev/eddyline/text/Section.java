package dev.eddyline.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A mapping within YAML: read key by key, every error told with its path. */
public final class Section {

  /** The most that any number of a policy may be. */
  public static final int MANY = 1_000_000;

  /** What the stores are sure to keep. */
  private static final Duration KEPT = Duration.ofHours(24);

  /** A year: what is meant to be longer is meant to be off. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private final String path;
  private final JsonNode node;
  private final boolean named;
  private final List<String> problems;
  private final Set<String> known = new LinkedHashSet<>();

  /** The mapping at a path; problems are added to the list. */
  public Section(String path, JsonNode node, List<String> problems) {
    this.path = path;
    this.problems = problems;
    if (node != null && !node.isObject() && !node.isNull()) {
      problems.add(pathOrRoot() + ": must be a mapping, was " + kind(node));
    }
    named = node != null;
    this.node = node != null && node.isObject() ? node : JsonNodeFactory.instance.objectNode();
  }

  /** The mapping under a key; empty where there is none. */
  public Section section(String key) {
    known.add(key);
    return new Section(at(key), node.get(key), problems);
  }

  /** Whether the section is there at all: what is named is on unless it says otherwise. */
  public boolean isNamed() {
    return named;
  }

  /** Whether the key is there without a value. */
  public boolean isNull(String key) {
    known.add(key);
    return node.has(key) && node.get(key).isNull();
  }

  /** A whole number within bounds. */
  public int integer(String key, int preset, int least, int most) {
    JsonNode value = value(key);
    if (value == null) {
      return preset;
    }
    if (!value.isIntegralNumber() || !value.canConvertToInt()) {
      problems.add(at(key) + ": must be a whole number, was " + kind(value));
      return preset;
    }
    if (value.intValue() < least || value.intValue() > most) {
      String range = value.intValue() < least ? "≥ " + least : "≤ " + most;
      problems.add(at(key) + ": must be " + range + ", was " + value.intValue());
      return preset;
    }
    return value.intValue();
  }

  /** A number within bounds, which need not be whole. */
  public double decimal(String key, double preset, double least, double most) {
    JsonNode value = value(key);
    if (value == null) {
      return preset;
    }
    if (!value.isNumber()) {
      problems.add(at(key) + ": must be a number, was " + kind(value));
      return preset;
    }
    double number = value.doubleValue();
    if (!(number >= least && number <= most)) {
      String range = number > most ? "≤ " + most : "≥ " + least;
      problems.add(at(key) + ": must be " + range + ", was " + value.asText());
      return preset;
    }
    return number;
  }

  /** Whole numbers within bounds, by name. */
  public Map<String, Integer> integers(String key, int least, int most) {
    Section names = section(key);
    Map<String, Integer> integers = new TreeMap<>();
    names
        .node
        .fieldNames()
        .forEachRemaining(name -> integers.put(name, names.integer(name, least, least, most)));
    return integers;
  }

  /** A duration of at most a day: longer than that no window of the stores is sure to remember. */
  public Duration kept(String key, Duration preset) {
    Duration time = duration(key, preset);
    if (time.compareTo(KEPT) > 0) {
      refuse(key, "must be ≤ 24h, the shortest window that the stores keep");
    }
    return time;
  }

  /** true or false. */
  public boolean bool(String key, boolean preset) {
    JsonNode value = value(key);
    if (value != null && !value.isBoolean()) {
      problems.add(at(key) + ": must be true or false, was " + kind(value));
    }
    return value != null && value.isBoolean() ? value.booleanValue() : preset;
  }

  /** A text. */
  public String text(String key, String preset) {
    JsonNode value = value(key);
    if (value != null && !value.isTextual()) {
      problems.add(at(key) + ": must be text, was " + kind(value));
    }
    return value != null && value.isTextual() ? value.textValue() : preset;
  }

  /** A duration: a number and its unit, such as {@code 30s}, {@code 15m} or {@code 24h}. */
  public Duration duration(String key, Duration preset) {
    JsonNode value = value(key);
    if (value == null) {
      return preset;
    }
    String text = value.asText();
    try {
      Duration duration = Duration.parse("PT" + text.strip().toUpperCase(Locale.ROOT));
      if (!duration.isNegative() && !duration.isZero() && duration.compareTo(LONGEST) <= 0) {
        return duration;
      }
    } catch (DateTimeParseException notADuration) {
      // told below, with the other ways of being wrong
    }
    problems.add(
        at(key)
            + ": must be a duration such as 30s, 15m or 24h, at most 8760h, was '"
            + text
            + "'");
    return preset;
  }

  /** One of these symbols, in any case of letters. */
  public <E extends Enum<E>> E oneOf(String key, E preset, List<E> allowed) {
    String text = text(key, null);
    return text == null ? preset : named(key, text, allowed).orElse(preset);
  }

  /** Some of these symbols, in any case of letters: a list, which may be empty. */
  public <E extends Enum<E>> Set<E> someOf(String key, Set<E> preset, List<E> allowed) {
    JsonNode value = value(key);
    if (value == null) {
      return preset;
    }
    if (!value.isArray()) {
      problems.add(at(key) + ": must be a list, was " + kind(value));
      return preset;
    }
    Set<E> named = new LinkedHashSet<>();
    value.forEach(item -> named(key, item.asText(), allowed).ifPresent(named::add));
    return named;
  }

  private <E extends Enum<E>> Optional<E> named(String key, String text, List<E> allowed) {
    for (E candidate : allowed) {
      if (candidate.name().equalsIgnoreCase(text)) {
        return Optional.of(candidate);
      }
    }
    List<String> names = allowed.stream().map(e -> e.name().toLowerCase(Locale.ROOT)).toList();
    problems.add(at(key) + ": must be one of " + String.join(", ", names) + ", was '" + text + "'");
    return Optional.empty();
  }

  /** Tells of the keys that nobody asked for, with the nearest right one. */
  public void refuseOthers() {
    node.fieldNames()
        .forEachRemaining(
            key -> {
              if (!known.contains(key)) {
                problems.add(at(key) + ": unknown key" + Nearest.hint(key, known));
              }
            });
  }

  /** Adds a problem of a key. */
  public void refuse(String key, String problem) {
    problems.add(at(key) + ": " + problem);
  }

  private JsonNode value(String key) {
    known.add(key);
    JsonNode value = node.get(key);
    return value == null || value.isNull() ? null : value;
  }

  private String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  private String pathOrRoot() {
    return path.isEmpty() ? "policy" : path;
  }

  private static String kind(JsonNode value) {
    String text = value.isValueNode() ? " " + value.asText() : "";
    return value.getNodeType().name().toLowerCase(Locale.ROOT)
        + text.substring(0, Math.min(text.length(), 40));
  }

  /** All symbols of a type. */
  public static <E extends Enum<E>> List<E> all(Class<E> type) {
    return Arrays.asList(type.getEnumConstants());
  }
}
