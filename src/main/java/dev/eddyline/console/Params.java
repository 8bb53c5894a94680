package dev.eddyline.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.outputs.OutputJson;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a request asks for, checked. */
final class Params {

  private static final int MOST_ITEMS = 500;
  private static final int ITEMS = 100;

  /** Longest id that is looked for, in characters. */
  private static final int LONGEST = 16_384;

  private final Context http;

  Params(Context http) {
    this.http = http;
  }

  /** A text, empty where it is not given. */
  Optional<String> text(String name) {
    return Optional.ofNullable(http.queryParam(name))
        .filter(text -> !text.isEmpty())
        .map(text -> checked(name, text));
  }

  /** A text that must be given. */
  String required(String name) {
    return text(name).orElseThrow(() -> ApiException.field(name, name + " is required"));
  }

  private static String checked(String name, String text) {
    if (text.length() > LONGEST) {
      throw ApiException.field(name, name + " must have ≤ " + LONGEST + " characters");
    }
    return text;
  }

  /** How many items are wanted, 1 to 500. */
  int limit() {
    long limit = number("limit").orElse((long) ITEMS);
    if (limit < 1 || limit > MOST_ITEMS) {
      throw ApiException.field("limit", "limit must be 1 to " + MOST_ITEMS + ", was " + limit);
    }
    return (int) limit;
  }

  /** A whole number. */
  Optional<Long> number(String name) {
    return text(name)
        .map(
            text -> {
              try {
                return Long.valueOf(text);
              } catch (NumberFormatException notOne) {
                throw ApiException.field(name, name + " must be a whole number");
              }
            });
  }

  /** True or false. */
  Optional<Boolean> flag(String name) {
    return text(name)
        .map(
            text -> {
              if (!List.of("true", "false").contains(text)) {
                throw ApiException.oneOf(name, List.of("true", "false"));
              }
              return Boolean.valueOf(text);
            });
  }

  /** One of the symbols of a type, in small letters. */
  <E extends Enum<E>> Optional<E> symbol(String name, Class<E> type) {
    return text(name).map(text -> symbol(name, text, List.of(type.getEnumConstants())));
  }

  /** The symbol that a text names, in small letters. */
  static <E extends Enum<E>> E symbol(String name, String text, List<E> allowed) {
    return allowed.stream()
        .filter(it -> OutputJson.word(it).equals(text))
        .findFirst()
        .orElseThrow(
            () -> ApiException.oneOf(name, allowed.stream().map(OutputJson::word).toList()));
  }

  /** One of these words. */
  String word(String name, String otherwise, String... allowed) {
    String word = text(name).orElse(otherwise).toLowerCase(Locale.ROOT);
    if (!Arrays.asList(allowed).contains(word)) {
      throw ApiException.oneOf(name, List.of(allowed));
    }
    return word;
  }

  /** Answers in JSON. */
  void answer(JsonNode json) {
    http.contentType("application/json; charset=utf-8").result(json.toString());
  }
}
