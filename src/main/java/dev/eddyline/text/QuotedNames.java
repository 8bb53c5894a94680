package dev.eddyline.text;

import java.util.regex.Pattern;

/** Masks what is likely a name: quoted text, and the last word of a text behind a colon. */
final class QuotedNames {

  private static final Pattern NAMES =
      Pattern.compile(
          "\"[^\"\\n]{0,200}+\"|'[^'\\n]{0,200}+'|`[^`\\n]{0,200}+`|(?<=: )[\\w./@-]++\\z");

  private QuotedNames() {}

  /** The text with its names masked. */
  static String masked(String text) {
    return NAMES.matcher(text).replaceAll(PartKind.NAME.mask());
  }
}
