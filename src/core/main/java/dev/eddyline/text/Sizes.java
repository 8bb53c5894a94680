package dev.eddyline.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes and durations with a unit, and counts of tokens, which move between equal texts. */
public final class Sizes {

  /** A size or a duration. */
  private static final Pattern SIZE =
      Pattern.compile(
          "(?i)\\b(?:\\d+(?:[.,]\\d+)? ?(?:[kmgt]i?b|bytes?|tokens?|chars?|characters?|ms|s|secs?|seconds?)(?![a-z])"
              + "|\\d+(?:\\.\\d+)?[KMGT]\\b)");

  private Sizes() {}

  /** The text with a mask in the place of each size. */
  public static String mask(String text) {
    Matcher size = null;
    StringBuilder masked = null;
    int from = 0;
    for (int at = 0; at + 1 < text.length(); at++) {
      if (!mayBegin(text, at)) {
        continue;
      }
      size = size == null ? SIZE.matcher(text).useTransparentBounds(true) : size;
      if (size.region(at, text.length()).lookingAt()) {
        masked = masked == null ? new StringBuilder(text.length()) : masked;
        masked.append(text, from, at).append("<size>");
        from = size.end();
        at = from - 1;
      }
    }
    return masked == null ? text : masked.append(text, from, text.length()).toString();
  }

  /** Whether a size may begin at an index: with the first digit of a number. */
  private static boolean mayBegin(String text, int at) {
    return Words.isDigit(text.charAt(at)) && (at == 0 || !isAsciiWord(text.charAt(at - 1)));
  }

  private static boolean isAsciiWord(char sign) {
    return sign >= 'a' && sign <= 'z'
        || sign >= 'A' && sign <= 'Z'
        || sign == '_'
        || Words.isDigit(sign);
  }
}
