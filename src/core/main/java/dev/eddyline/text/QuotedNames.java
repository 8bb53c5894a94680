package dev.eddyline.text;

import java.util.regex.Pattern;

/** Masks what is likely a name: quoted text, and the last word of a text behind a colon. */
final class QuotedNames {

  private static final Pattern QUOTED =
      Pattern.compile("(?=[\"'`])(?:\"[^\"\\n]{0,200}+\"|'[^'\\n]{0,200}+'|`[^`\\n]{0,200}+`)");

  private static final Pattern NAME = Pattern.compile("[\\w./@-]++");

  private QuotedNames() {}

  /** The text with its names masked. */
  static String masked(String text) {
    String masked = QUOTED.matcher(text).replaceAll(PartKind.NAME.mask());
    int colon = masked.lastIndexOf(": ");
    boolean isName =
        colon >= 0 && NAME.matcher(masked).region(colon + 2, masked.length()).matches();
    return isName ? masked.substring(0, colon + 2) + PartKind.NAME.mask() : masked;
  }
}
