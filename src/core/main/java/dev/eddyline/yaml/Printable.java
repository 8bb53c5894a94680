package dev.eddyline.yaml;

/**
 * Checks and escapes text: characters that break lines, control a terminal, reorder text or are
 * invisible are not printable.
 *
 * <p>These are the C0 and C1 controls, line and paragraph separators, lone surrogates, and
 * Unicode's format characters (category Cf): all bidi controls, zero-width characters and tags; and
 * letters, marks and symbols without a glyph, such as Hangul fillers and the empty Braille cell.
 * Visible format characters of Arabic and other scripts are printable. The two joiners are
 * printable where scripts and emoji need them, never next to an ASCII character. A variation
 * selector is printable after a visible non-Latin character, and in emoji.
 */
public final class Printable {

  /** Error text for a name that is not printable. */
  public static final String RULE =
      "must have no control, bidi or invisible characters (such as line feeds, ESC, U+202E,"
          + " U+200B)";

  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  /** The first non-Latin code point that a joiner or a selector may follow. */
  private static final int FIRST_JOINED = 0x300;

  /** Emoji whose first character is a Latin one: these two, and a digit in a keycap. */
  private static final int COPYRIGHT = 0xA9;

  private static final int REGISTERED = 0xAE;
  private static final String KEYCAP = "\u20e3";

  private Printable() {}

  /** Whether a text is printable. */
  public static boolean isPrintable(String text) {
    return firstHidden(text, 0) == text.length();
  }

  /**
   * The text on one line, with characters that are not printable escaped, such as {@code } or
   * {@code \u202e}.
   */
  public static String escape(String text) {
    int hidden = firstHidden(text, 0);
    if (hidden == text.length()) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    int from = 0;
    while (hidden < text.length()) {
      shown.append(text, from, hidden);
      from = hidden + Character.charCount(text.codePointAt(hidden));
      for (int at = hidden; at < from; at++) {
        append(shown, text.charAt(at));
      }
      hidden = firstHidden(text, from);
    }
    return shown.append(text, from, text.length()).toString();
  }

  /** The same for a text with several lines: line feeds stay. */
  public static String escapeLines(String text) {
    if (isPrintable(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      shown.append(escape(text.substring(from, end))).append('\n');
      from = end + 1;
    }
    return shown.append(escape(text.substring(from))).toString();
  }

  /** The text on one line, in quotes that mark its end. */
  public static String quote(String text) {
    return '"' + escape(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }

  /** Index of the first character that is not printable; the text's length for none. */
  private static int firstHidden(String text, int from) {
    int at = from;
    while (at < text.length()) {
      int point = text.codePointAt(at);
      if (!isPlainAscii(point)
          && isHidden(point)
          && !isJoiner(text, at, point)
          && !isSelector(text, at, point)) {
        return at;
      }
      at += Character.charCount(point);
    }
    return text.length();
  }

  /** A fast path for most characters. */
  private static boolean isPlainAscii(int point) {
    return point >= ' ' && point <= '~';
  }

  private static boolean isHidden(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.FORMAT -> !isVisible(point);
      default -> isBlank(point) || isVariationSelector(point);
    };
  }

  /** Letters, marks and symbols without a glyph: Unicode's default-ignorable ones, and U+2800. */
  private static boolean isBlank(int point) {
    return switch (point) {
      case 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0 -> true;
      default -> false;
    };
  }

  private static boolean isVariationSelector(int point) {
    return point >= 0xFE00 && point <= 0xFE0F
        || point >= 0xE0100 && point <= 0xE01EF
        || point >= 0x180B && point <= 0x180D
        || point == 0x180F;
  }

  /** A valid variation selector: a single one after its base character. */
  private static boolean isSelector(String text, int at, int point) {
    if (!isVariationSelector(point) || at == 0) {
      return false;
    }
    int before = text.codePointBefore(at);
    return before >= FIRST_JOINED && !isHidden(before)
        || before == COPYRIGHT
        || before == REGISTERED
        || text.startsWith(KEYCAP, at + 1);
  }

  /** Format characters with a glyph: signs before numbers and at the end of a verse. */
  private static boolean isVisible(int point) {
    return point >= 0x600 && point <= 0x605
        || point == 0x6DD
        || point == 0x70F
        || point == 0x890
        || point == 0x891
        || point == 0x8E2
        || point == 0x110BD
        || point == 0x110CD;
  }

  private static boolean isJoiner(String text, int at, int point) {
    return (point == ZERO_WIDTH_JOINER || point == ZERO_WIDTH_NON_JOINER)
        && at > 0
        && text.codePointBefore(at) >= FIRST_JOINED
        && at + 1 < text.length()
        && text.codePointAt(at + 1) >= FIRST_JOINED
        && !isHiddenBefore(text, at)
        && !isHidden(text.codePointAt(at + 1));
  }

  /** Ignores selectors: a misplaced one is found separately. */
  private static boolean isHiddenBefore(String text, int at) {
    int before = text.codePointBefore(at);
    return isHidden(before) && !isVariationSelector(before);
  }

  private static void append(StringBuilder shown, char hidden) {
    switch (hidden) {
      case '\n' -> shown.append("\\n");
      case '\r' -> shown.append("\\r");
      case '\t' -> shown.append("\\t");
      default -> shown.append("\\u%04x".formatted((int) hidden));
    }
  }
}
