package dev.eddyline.json;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Wording of problems: names of fields and symbols may be quoted, texts of events may not. */
final class Words {
  private static final int LONGEST_QUOTE = 40;

  private Words() {}

  /** {@code FailureReported} as {@code failure_reported}. */
  static String snakeCase(String camelCase) {
    return camelCase.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  /** A name cut to 40 characters, with nothing in it that could break a line of a log. */
  static String shorten(String name) {
    String cut = name.length() > LONGEST_QUOTE ? name.substring(0, LONGEST_QUOTE) + "…" : name;
    return cut.replaceAll("[\\p{C}\\p{Zl}\\p{Zp}]", "?");
  }

  /** What a value is, without what it says: {@code a string of 7 characters}, {@code 3.5}. */
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

  /** The known name that takes the fewest edits to reach, if few enough make a typo likely. */
  static Optional<String> nearest(String name, Collection<String> known) {
    String cut = shorten(name);
    String best = null;
    int fewest = Math.max(2, cut.length() / 3) + 1;
    for (String candidate : known) {
      int edits = edits(cut, candidate);
      if (edits < fewest) {
        fewest = edits;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  /** Levenshtein distance, by rows. */
  private static int edits(String a, String b) {
    int[] before = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      before[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(before[j], row[j - 1]));
      }
      before = row;
    }
    return before[b.length()];
  }
}
