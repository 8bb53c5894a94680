package dev.eddyline.text;

import java.util.regex.Pattern;

/** Sizes and durations with a unit, and counts of tokens, which move between equal texts. */
public final class Sizes {

  /** A size or a duration; the digit is looked for before the border of a word. */
  private static final Pattern SIZE =
      Pattern.compile(
          "(?i)(?=\\d)\\b(?:\\d+(?:[.,]\\d+)? ?(?:[kmgt]i?b|bytes?|tokens?|chars?|characters?|ms|s|secs?|seconds?)(?![a-z])"
              + "|\\d+(?:\\.\\d+)?[KMGT]\\b)");

  private Sizes() {}

  /** The text with a mask in the place of each size. */
  public static String mask(String text) {
    return text.chars().anyMatch(Character::isDigit)
        ? SIZE.matcher(text).replaceAll("<size>")
        : text;
  }
}
