package dev.eddyline.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.text.Truncation;
import java.util.Locale;

/** Helpers for the wording of problems: names may be quoted, texts of events may not. */
final class ProblemText {
  private static final int MAX_SHOWN_CHARS = 41;

  private ProblemText() {}

  /** {@code FailureReported} as {@code failure_reported}. */
  static String snakeCase(String camelCase) {
    return camelCase.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  /**
   * A name, its first 40 characters if it is longer, without characters that could break a log
   * line.
   */
  static String shorten(String name) {
    return Truncation.shorten(name, MAX_SHOWN_CHARS).replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }

  /** A description of a value without its text: {@code a string of 7 characters}, {@code 3.5}. */
  static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> "a string of " + value.textValue().length() + " characters";
      case NUMBER -> shorten(value.asText());
      case BOOLEAN -> value.asText();
      case ARRAY -> "an array";
      case OBJECT -> "an object";
      default -> "null";
    };
  }
}
