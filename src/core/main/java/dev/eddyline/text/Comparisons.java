package dev.eddyline.text;

import java.nio.CharBuffer;

/** Finds the comparison that follows an operand, such as {@code took == 5ms}. */
final class Comparisons {

  /** Maximum characters of an operand that belong to no part. */
  private static final int MAX_TAIL = 30;

  private static final String[] UNITS = {"ns", "us", "µs", "ms", "s", "sec", "secs"};

  private Comparisons() {}

  /**
   * Whether the rest of an operand and a comparison follow; the mark of a process is none.
   *
   * @param index index behind a part
   */
  static boolean follow(char[] chars, int index) {
    int at = index;
    while (at - index < MAX_TAIL && isOfOperand(chars[at])) {
      at++;
    }
    if (chars[at] == '\'' || chars[at] == '"') {
      at++;
    }
    at = skipUnit(chars, at);
    at = Spaces.skip(chars, at);
    return (chars[at] == '=' || chars[at] == '!')
        && chars[at + 1] == '='
        && !isProcessMark(chars, at);
  }

  private static boolean isOfOperand(char sign) {
    return sign >= 'a' && sign <= 'z'
        || sign >= 'A' && sign <= 'Z'
        || sign >= '0' && sign <= '9'
        || "_.+-".indexOf(sign) >= 0;
  }

  private static int skipUnit(char[] chars, int index) {
    int at = Spaces.skip(chars, index);
    for (String unit : UNITS) {
      int end = at + unit.length();
      if (end < chars.length
          && unit.contentEquals(CharBuffer.wrap(chars, at, unit.length()))
          && !isOfOperand(chars[end])) {
        return end;
      }
    }
    return index;
  }

  private static boolean isProcessMark(char[] chars, int index) {
    int at = index + 2;
    while (chars[at] >= '0' && chars[at] <= '9') {
      at++;
    }
    return at > index + 2 && chars[at] == '=' && chars[at + 1] == '=';
  }
}
