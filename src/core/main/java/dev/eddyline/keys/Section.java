package dev.eddyline.keys;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.yaml.Expression;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/**
 * A YAML mapping that is read key by key; problems are collected with their paths. Each read
 * declares its key, so that hints, reference pages and JSON Schemas come from the same code. A key
 * with the value null counts as absent.
 */
public final class Section extends Keys {

  /** Maximum of numbers in policies. */
  public static final int MANY = 1_000_000;

  /** Maximum entries of a list of symbols. */
  private static final int MOST_SYMBOLS = 100;

  /** Minimum retention of the stores. */
  private static final Duration MIN_STORE_RETENTION = Duration.ofHours(24);

  /** Reads the mapping at a path; adds problems to the list. */
  public Section(String path, JsonNode node, List<String> problems) {
    this(path, node, problems, new ArrayList<>());
  }

  /** The same; adds warnings about valid values to another list. */
  public Section(String path, JsonNode node, List<String> problems, List<String> warnings) {
    this(new DocumentPath(path, problems, warnings), node);
  }

  /** Reads the mapping at a path. */
  public Section(KeyPath at, JsonNode node) {
    super(at, node);
  }

  /** An absent section, to list the keys that its reader declares. */
  static Section empty() {
    return new Section("", null, new ArrayList<>());
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

  /** The value of a key; the default, which may be null, if it is absent or refused. */
  public <T> T read(String key, KeyType<T> type, T preset) {
    JsonNode written = value(key);
    T value = written == null ? null : type.reader().read(written, at(key));
    T result = value == null ? preset : value;
    declareKey(key, type, type.toNode(preset), type.toNode(result));
    return result;
  }

  /** The value of a required key; null if it is absent, which is a problem, or refused. */
  public <T> T required(String key, KeyType<T> type) {
    return required(key, type, "is required");
  }

  /** The same, with the problem of an absent key. */
  public <T> T required(String key, KeyType<T> type, String problem) {
    if (value(key) == null) {
      addProblem(key, problem);
    }
    T value = read(key, type, null);
    declareKey(key, type, true, KeyType.NODES.nullNode(), type.toNode(value));
    return value;
  }

  /** The mapping of a key; empty if absent. */
  public Section section(String key) {
    Section inner = new Section(at(key), mapping(key));
    addDeclaredKey(new DeclaredKey.SectionKey(key, consumeDescriptionFor(key), inner, purpose));
    return inner;
  }

  /** A list of mappings, each read by a function; the default if absent, which may be null. */
  public <T> List<T> mappings(String key, List<T> preset, int most, Function<Section, T> reader) {
    KeyType<List<T>> type =
        ContainerTypes.listOf(
            ContainerTypes.mapping(reader), most, "a list of ≤ " + most + " mappings");
    List<T> values = read(key, type, preset);
    JsonNode presetNode = type.toNode(preset);
    declareKey(key, type, presetNode, value(key) == null ? presetNode : value(key));
    return values;
  }

  /** A whole number within bounds. */
  public int integer(String key, int preset, int least, int most) {
    return read(key, ScalarTypes.wholeNumber(least, most), preset);
  }

  /** A whole number within bounds, or none if the key is present without a value. */
  public OptionalInt integerOrNone(String key, int preset, int least, int most) {
    KeyType<Integer> type =
        ScalarTypes.wholeNumber(least, most).describedAs(least + " to " + most + ", or null");
    int number = read(key, type, preset);
    boolean isNone = names().contains(key) && value(key) == null;
    JsonNode value = isNone ? KeyType.NODES.nullNode() : type.toNode(number);
    declareKey(key, type, type.toNode(preset), value);
    return isNone ? OptionalInt.empty() : OptionalInt.of(number);
  }

  /** A number within bounds. */
  public double decimal(String key, double preset, double least, double most) {
    return read(key, ScalarTypes.decimal(least, most), preset);
  }

  /** Whole numbers within bounds, by name. */
  public Map<String, Integer> integers(String key, int least, int most) {
    return read(
        key,
        ContainerTypes.byName(
            ScalarTypes.text(), ScalarTypes.wholeNumber(least, most), Integer.MAX_VALUE),
        Map.of());
  }

  /** Whether this section's detector is enabled; by default it is if the section is present. */
  public boolean enabled() {
    return about("whether the detector is enabled").bool("enabled", isNamed());
  }

  /** true or false. */
  public boolean bool(String key, boolean preset) {
    return read(key, ScalarTypes.BOOLEAN, preset);
  }

  /** A text; the default may be null. */
  public String text(String key, String preset) {
    return read(key, ScalarTypes.text(), preset);
  }

  /** A required text of at most this many characters; empty if invalid. */
  public String requiredText(String key, int most) {
    String text = required(key, ScalarTypes.text(most));
    return text == null ? "" : text;
  }

  /** A duration: numbers and their units, such as {@code 24h}, {@code 15m} or {@code 1h30m}. */
  public Duration duration(String key, Duration preset) {
    return read(key, ScalarTypes.duration(ScalarTypes.LONGEST, ""), preset);
  }

  /** A duration of at most 24 h, the minimum retention of the stores. */
  public Duration windowDuration(String key, Duration preset) {
    String reason = ", the minimum retention of the stores";
    return read(key, ScalarTypes.duration(MIN_STORE_RETENTION, reason), preset);
  }

  /** A required instant with its zone, such as {@code 2026-03-01T10:00:00Z}; null if invalid. */
  public Instant requiredInstant(String key) {
    String problem = "is required, a time such as 2026-03-01T10:00:00Z";
    return required(key, ScalarTypes.INSTANT, problem);
  }

  /** One of these symbols, ignoring case; the default may be null. */
  public <E extends Enum<E>> E oneOf(String key, E preset, List<E> allowed) {
    return read(key, ScalarTypes.oneOf(allowed), preset);
  }

  /** A list of these symbols, ignoring case; may be empty. */
  public <E extends Enum<E>> Set<E> someOf(String key, Set<E> preset, List<E> allowed) {
    KeyType<E> symbol = ScalarTypes.oneOf(allowed);
    return listAsSet(
        key, ContainerTypes.listOf(symbol, MOST_SYMBOLS, "a list of " + symbol.words()), preset);
  }

  /** A list of texts with a maximum length each; the default if absent. */
  public Set<String> texts(String key, Set<String> preset, int most, int longest) {
    KeyType<String> text = ScalarTypes.text(longest, "must not be blank");
    String words = "a list of ≤ " + most + " texts";
    return listAsSet(key, ContainerTypes.listOf(text, most, words), preset);
  }

  private <T> Set<T> listAsSet(String key, KeyType<List<T>> type, Set<T> preset) {
    return new LinkedHashSet<>(read(key, type, List.copyOf(preset)));
  }

  /** A list of regular expressions. */
  public List<Expression> expressionList(String key, int most) {
    String words = "a list of ≤ " + most + " expressions";
    return read(key, ContainerTypes.listOf(ScalarTypes.EXPRESSION, most, words), List.of());
  }

  /** All symbols of a type. */
  public static <E extends Enum<E>> List<E> all(Class<E> type) {
    return Arrays.asList(type.getEnumConstants());
  }
}
