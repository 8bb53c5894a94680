package dev.eddyline.text;

/**
 * Distinguishes ids such as {@code req_8f3a91c2} from identifiers such as {@code
 * test_utf8decoding}: in an id, letters and digits alternate often.
 */
final class PrefixedId {

  /** Minimum length of an id without its prefix. */
  private static final int MIN_LENGTH = 8;

  /** Maximum length of a prefix. */
  private static final int MAX_PREFIX = 12;

  /** Minimum changes between letters and digits in hexadecimal digits. */
  private static final int HEX_CHANGES = 2;

  /** Minimum changes in other letters and digits, in both cases or behind a digit. */
  private static final int MIXED_CHANGES = 4;

  /** Minimum changes in others. */
  private static final int MANY_CHANGES = 6;

  private PrefixedId() {}

  /**
   * Length of the prefix of an id, without its separator; 0 if the characters are not an id.
   *
   * @param from index of the first character
   * @param to index behind the last character
   */
  static int prefixLength(char[] chars, int from, int to) {
    int start = to;
    while (chars[start - 1] != '_' && chars[start - 1] != '-') {
      start--;
    }
    int prefix = start - 1 - from;
    return prefix <= MAX_PREFIX && to - start >= MIN_LENGTH && isMixed(chars, start, to)
        ? prefix
        : 0;
  }

  private static boolean isMixed(char[] chars, int from, int to) {
    boolean hex = true;
    boolean upper = false;
    boolean lower = false;
    int changes = 0;
    for (int at = from; at < to; at++) {
      boolean digit = isDigit(chars[at]);
      hex &= digit || chars[at] >= 'a' && chars[at] <= 'f';
      upper |= chars[at] >= 'A' && chars[at] <= 'Z';
      lower |= chars[at] >= 'a';
      changes += at > from && digit != isDigit(chars[at - 1]) ? 1 : 0;
    }
    boolean outerDigit = isDigit(chars[from]) || isDigit(chars[to - 1]);
    if (hex) {
      return changes > HEX_CHANGES || changes == HEX_CHANGES && outerDigit;
    }
    boolean irregular = upper && lower || isDigit(chars[from]);
    return changes >= (irregular ? MIXED_CHANGES : MANY_CHANGES);
  }

  private static boolean isDigit(char character) {
    return character <= '9';
  }
}
