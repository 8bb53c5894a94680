package dev.eddyline.keys;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.yaml.Expression;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Supplier;

/** Types of keys with one value: numbers, texts, symbols, durations. */
public final class ScalarTypes {

  /** Maximum duration that is read: a year. */
  static final Duration LONGEST = Duration.ofDays(365);

  /** Regular expressions in RE2's syntax. */
  public static final KeyType<Expression> EXPRESSION =
      parsedText(
          "expression",
          "a regular expression",
          () -> SchemaNodes.text().put("minLength", 1).put("maxLength", Expression.MAX_CHARS),
          Expression::of,
          Expression::source);

  /** Instants with their zone, such as {@code 2026-03-01T10:00:00Z}. */
  public static final KeyType<Instant> INSTANT =
      parsedText(
          "a time",
          "text",
          () -> SchemaNodes.text().put("pattern", SchemaNodes.INSTANT),
          ScalarTypes::instant,
          Instant::toString);

  /** true or false. */
  public static final KeyType<Boolean> BOOLEAN =
      new KeyType<>(
          "true or false",
          () -> SchemaNodes.ofType("boolean"),
          (written, at) ->
              written.isBoolean()
                  ? (Boolean) written.booleanValue()
                  : at.refuse("must be true or false, was " + KeyType.kind(written)),
          KeyType.NODES::booleanNode);

  private ScalarTypes() {}

  /** Whole numbers within bounds. */
  public static KeyType<Integer> wholeNumber(int least, int most) {
    return new KeyType<>(
        least + " to " + most,
        () -> SchemaNodes.ofType("integer").put("minimum", least).put("maximum", most),
        (written, at) -> {
          if (!written.isIntegralNumber() || !written.canConvertToInt()) {
            return at.refuse("must be a whole number, was " + KeyType.kind(written));
          }
          int number = written.intValue();
          if (number < least) {
            return at.refuse("must be ≥ " + least + ", was " + number);
          }
          return number > most ? at.refuse("must be ≤ " + most + ", was " + number) : number;
        },
        KeyType.NODES::numberNode);
  }

  /** Numbers within bounds. */
  public static KeyType<Double> decimal(double least, double most) {
    return new KeyType<>(
        least + " to " + most,
        () -> SchemaNodes.ofType("number").put("minimum", least).put("maximum", most),
        (written, at) -> {
          double number = written.doubleValue();
          if (!written.isNumber()) {
            return at.refuse("must be a number, was " + KeyType.kind(written));
          }
          if (!(number >= least)) {
            return at.refuse("must be ≥ " + least + ", was " + written.asText());
          }
          return number <= most
              ? (Double) number
              : at.refuse("must be ≤ " + most + ", was " + written.asText());
        },
        KeyType.NODES::numberNode);
  }

  /** Any text. */
  public static KeyType<String> text() {
    return parsedText("text", "text", SchemaNodes::text, text -> text, text -> text);
  }

  /** A text that is not blank, of at most this many characters. */
  public static KeyType<String> text(int most) {
    return text(most, "is required");
  }

  /** The same, with the problem of a blank text. */
  public static KeyType<String> text(int most, String problemOfBlank) {
    return parsedText(
        "text",
        "text",
        () -> SchemaNodes.text().put("maxLength", most).put("pattern", "\\S"),
        text -> {
          if (text.length() > most) {
            throw new IllegalArgumentException(
                "must have ≤ " + most + " characters, was " + text.length());
          }
          if (text.isBlank()) {
            throw new IllegalArgumentException(problemOfBlank);
          }
          return text;
        },
        text -> text);
  }

  /** Symbols, in any letter case. */
  public static <E> KeyType<E> oneOf(List<E> symbols, Function<E, String> nameOf) {
    List<String> names = symbols.stream().map(nameOf).toList();
    String words = String.join(", ", names);
    return parsedText(
        words,
        "text",
        () -> SchemaNodes.oneOf(names),
        text -> {
          for (E symbol : symbols) {
            if (nameOf.apply(symbol).equalsIgnoreCase(text)) {
              return symbol;
            }
          }
          String hint = Nearest.hint(text, names);
          throw new IllegalArgumentException(
              "must be one of %s, was '%s'%s".formatted(words, text, hint));
        },
        nameOf);
  }

  /** Symbols by their names in lower case. */
  public static <E extends Enum<E>> KeyType<E> oneOf(List<E> symbols) {
    return oneOf(symbols, symbol -> symbol.name().toLowerCase(Locale.ROOT));
  }

  /**
   * Durations: numbers and their units, such as {@code 24h}, {@code 15m} or {@code 1h30m}.
   *
   * @param most the maximum, a whole number of hours
   * @param reason why it is the maximum, with a comma before it; may be empty
   */
  public static KeyType<Duration> duration(Duration most, String reason) {
    String hours = most.toHours() + "h";
    return new KeyType<>(
        "a duration up to " + hours,
        () -> SchemaNodes.text().put("pattern", SchemaNodes.durationPattern(most)),
        (written, at) -> {
          Duration duration = Durations.parseWithMaximum(written.asText(), LONGEST);
          if (duration == null) {
            return at.refuse(
                "must be a duration in h, m and s such as 24h, 15m or 1h30m, at most %s, was '%s'"
                    .formatted(hours, written.asText()));
          }
          return duration.compareTo(most) > 0 ? at.refuse("must be ≤ " + hours + reason) : duration;
        },
        Durations::toNode);
  }

  /** Numbers and booleans that are written as text, as in settings. */
  public static <T> KeyType<T> asText(KeyType<T> type) {
    return new KeyType<>(
        type.words(),
        SchemaNodes::text,
        (written, at) -> type.reader().read(typed(written), at),
        value -> KeyType.NODES.textNode(type.toNode(value).asText()));
  }

  private static JsonNode typed(JsonNode written) {
    String text = written.asText().strip();
    if (text.matches("-?[0-9]{1,18}")) {
      return KeyType.NODES.numberNode(Long.parseLong(text));
    }
    boolean isBoolean = text.equals("true") || text.equals("false");
    return isBoolean ? KeyType.NODES.booleanNode(text.equals("true")) : written;
  }

  /** Texts that a function parses; it throws IllegalArgumentException with the problem. */
  public static <T> KeyType<T> parsedText(String words, Function<String, T> parser) {
    return parsedText(words, "text", SchemaNodes::text, parser, String::valueOf);
  }

  /**
   * Texts that a function parses.
   *
   * @param words the allowed values in words
   * @param what what other values are not, after "must be"
   * @param schema creates the JSON Schema
   * @param parser throws IllegalArgumentException with the problem
   * @param writer the text of a value
   */
  public static <T> KeyType<T> parsedText(
      String words,
      String what,
      Supplier<ObjectNode> schema,
      Function<String, T> parser,
      Function<T, String> writer) {
    return new KeyType<>(
        words,
        schema,
        (written, at) -> {
          if (!written.isTextual()) {
            return at.refuse("must be " + what + ", was " + KeyType.kind(written));
          }
          try {
            return parser.apply(written.textValue());
          } catch (IllegalArgumentException refused) {
            return at.refuse(refused.getMessage());
          }
        },
        value -> KeyType.NODES.textNode(writer.apply(value)));
  }

  private static Instant instant(String text) {
    try {
      return OffsetDateTime.parse(text.strip()).toInstant();
    } catch (DateTimeParseException notAMoment) {
      throw new IllegalArgumentException(
          "must be a time such as 2026-03-01T10:00:00Z, was '" + text + "'", notAMoment);
    }
  }
}
