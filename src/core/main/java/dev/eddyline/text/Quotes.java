package dev.eddyline.text;

/** Distinguishes quoted words of a sentence from the quoted values of fields. */
final class Quotes {

  private static final String OPENING = "'\"`‘“„「『«";
  private static final String CLOSING = "'\"`’”“」』»";

  /** What comes before the value of a field or before an element of a list. */
  private static final String FIELD = "=,[{";

  private Quotes() {}

  /**
   * Whether characters are in quotes and no value of a field as in {@code "at": "2026-03-01"} or
   * {@code at="2026-03-01"}.
   *
   * @param from index of the first character
   * @param to index behind the last character, which another one follows
   */
  static boolean isInProse(char[] chars, int from, int to) {
    if (from == 0 || OPENING.indexOf(chars[from - 1]) < 0 || CLOSING.indexOf(chars[to]) < 0) {
      return false;
    }
    int before = Spaces.skipBack(chars, from - 1);
    if (before == 0) {
      return true;
    }
    if (chars[before - 1] == ':') {
      int key = Spaces.skipBack(chars, before - 1);
      return key == 0 || CLOSING.indexOf(chars[key - 1]) < 0;
    }
    return FIELD.indexOf(chars[before - 1]) < 0;
  }
}
