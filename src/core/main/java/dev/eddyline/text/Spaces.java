package dev.eddyline.text;

/** Skips whitespace in the characters of a text. */
final class Spaces {

  private static final char NEXT_LINE = '\u0085';

  private Spaces() {}

  /** Index of the first character from an index on that is not whitespace. */
  static int skip(char[] chars, int index) {
    int at = index;
    while (isSpace(chars[at])) {
      at++;
    }
    return at;
  }

  /** Index behind the last character before an index that is not whitespace; 0 without one. */
  static int skipBack(char[] chars, int index) {
    int at = index;
    while (at > 0 && isSpace(chars[at - 1])) {
      at--;
    }
    return at;
  }

  private static boolean isSpace(char sign) {
    return Character.isWhitespace(sign) || Character.isSpaceChar(sign) || sign == NEXT_LINE;
  }
}
