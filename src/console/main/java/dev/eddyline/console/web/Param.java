package dev.eddyline.console.web;

import dev.eddyline.outputs.OutputJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Declares a query parameter. Handlers read it, and the API's document describes it, by this.
 *
 * @param name its name in the query
 * @param type the type of its values
 * @param limits JSON Schema keywords for its values, in addition to the type
 * @param required whether it must be given
 * @param description one sentence
 * @param parse converts a text to a value
 */
public record Param<T>(
    String name,
    Class<T> type,
    Map<String, Object> limits,
    boolean required,
    String description,
    Function<String, T> parse) {

  /** Longest text, in characters. */
  private static final int MAX_VALUE_CHARS = 16_384;

  static final int MAX_ITEMS_PER_PAGE = 500;

  /** Items of a page whose size no parameter states. */
  public static final int DEFAULT_ITEMS_PER_PAGE = 100;

  /** The number of items in a page. */
  public static final Param<Integer> LIMIT =
      new Param<>(
          "limit",
          Integer.class,
          limits("minimum", 1, "maximum", MAX_ITEMS_PER_PAGE, "default", DEFAULT_ITEMS_PER_PAGE),
          false,
          "The number of items in the answer.",
          Param::limit);

  /** Where a page begins. */
  public static final Param<String> CURSOR =
      text("cursor", "Where the page begins: the `next` of the previous answer.");

  public Param {
    limits = new LinkedHashMap<>(limits);
  }

  private static Map<String, Object> limits(Object... pairs) {
    Map<String, Object> limits = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      limits.put((String) pairs[i], pairs[i + 1]);
    }
    return limits;
  }

  /** A text. */
  public static Param<String> text(String name, String description) {
    Map<String, Object> limits = limits("maxLength", MAX_VALUE_CHARS);
    return new Param<>(name, String.class, limits, false, description, text -> text);
  }

  /** A whole number. */
  public static Param<Long> number(String name, String description) {
    return new Param<>(
        name, Long.class, Map.of(), false, description, text -> wholeNumber(name, text));
  }

  /** True or false. */
  public static Param<Boolean> flag(String name, String description) {
    Function<String, Boolean> parse =
        text -> {
          List<String> allowed = List.of("true", "false");
          if (!allowed.contains(text)) {
            throw ApiException.oneOf(name, allowed);
          }
          return Boolean.valueOf(text);
        };
    return new Param<>(name, Boolean.class, Map.of(), false, description, parse);
  }

  /** A symbol of a type, in small letters. */
  public static <E extends Enum<E>> Param<E> symbol(
      String name, Class<E> type, String description) {
    List<E> allowed = List.of(type.getEnumConstants());
    return new Param<>(
        name, type, Map.of(), false, description, text -> Params.symbol(name, text, allowed));
  }

  /** The same, but required. */
  public Param<T> mandatory() {
    Map<String, Object> more = new LinkedHashMap<>(limits);
    if (type == String.class) {
      more.put("minLength", 1);
    }
    return new Param<>(name, type, more, true, description, parse);
  }

  /** The same, with a default value. */
  public Param<T> withDefault(T value) {
    Map<String, Object> more = new LinkedHashMap<>(limits);
    more.put("default", value instanceof Enum<?> symbol ? OutputJson.word(symbol) : value);
    return new Param<>(name, type, more, required, description, parse);
  }

  private static Long wholeNumber(String name, String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException notOne) {
      throw ApiException.field(name, name + " must be a whole number of 64 bits");
    }
  }

  private static Integer limit(String text) {
    long limit = wholeNumber("limit", text);
    if (limit < 1 || limit > MAX_ITEMS_PER_PAGE) {
      throw ApiException.field(
          "limit", "limit must be 1 to " + MAX_ITEMS_PER_PAGE + ", was " + limit);
    }
    return (int) limit;
  }

  /** Parses a text; empty for an absent value. */
  Optional<T> value(String text) {
    if (text == null || text.isEmpty()) {
      if (required) {
        throw ApiException.field(name, name + " is required");
      }
      return Optional.empty();
    }
    if (text.length() > MAX_VALUE_CHARS) {
      throw ApiException.field(name, name + " must have ≤ " + MAX_VALUE_CHARS + " characters");
    }
    return Optional.of(parse.apply(text));
  }

  /** The names of parameters. */
  public static List<String> names(List<Param<?>> params) {
    return params.stream().map(Param::name).toList();
  }
}
