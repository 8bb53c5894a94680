package dev.eddyline.text;

import java.util.regex.Pattern;

/** Sizes and durations with a unit, and counts of tokens, which move between equal texts. */
public final class Sizes {

  /** A size or a duration; the digit is looked for before the border of a word. */
  private static final Pattern SIZE =
      Pattern.compile(
          "(?i)(?=\\d)\\b(?:\\d+(?:[.,]\\d+)? ?(?:[kmgt]i?b|bytes?|tokens?|chars?|characters?|ms|s|secs?|seconds?)(?![a-z])"
              + "|\\d+(?:\\.\\d+)?[KMGT]\\b)");

  /** First letters of the units. */
  private static final String UNITS = "kmgtbcsKMGTBCS";

  private Sizes() {}

  /** The text with a mask in the place of each size. */
  public static String mask(String text) {
    return mayHaveSize(text) ? SIZE.matcher(text).replaceAll("<size>") : text;
  }

  /** Whether the first letter of a unit comes after a digit, with or without a blank. */
  private static boolean mayHaveSize(String text) {
    for (int at = 0; at + 1 < text.length(); at++) {
      if (Words.isDigit(text.charAt(at))) {
        boolean hasBlank = text.charAt(at + 1) == ' ' && at + 2 < text.length();
        if (UNITS.indexOf(text.charAt(hasBlank ? at + 2 : at + 1)) >= 0) {
          return true;
        }
      }
    }
    return false;
  }
}
