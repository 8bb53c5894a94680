package dev.eddyline.detect;

/** Masks names in a text: quoted text, and the last word of a line after a colon. */
final class NameParts {

  /** Maximum characters of a quoted name. */
  private static final int LONGEST = 200;

  private static final String LINE_ENDS = "\n\r\u0085\u2028\u2029";

  private NameParts() {}

  /** The text with its names replaced. */
  static String masked(String text, String mask) {
    StringBuilder masked = null;
    int from = 0;
    int at = 0;
    char before = ' ';
    while (at < text.length()) {
      char first = text.charAt(at);
      // a name does not begin within a word
      boolean may = before == ' ' || !ScannedText.isOf(first, ScannedText.WORD);
      before = first;
      int end = may ? end(text, at) : -1;
      if (end < 0) {
        at++;
        continue;
      }
      masked = masked == null ? new StringBuilder(text.length()) : masked;
      masked.append(text, from, at).append(mask);
      from = end;
      at = end;
      before = text.charAt(end - 1);
    }
    return masked == null ? text : masked.append(text, from, text.length()).toString();
  }

  /** End of the name that begins at an index; -1 for none. */
  private static int end(String text, int at) {
    char first = text.charAt(at);
    if (first == '"' || first == '\'' || first == '`') {
      return endOfQuoted(text, at, first);
    }
    boolean behindColon = at >= 2 && text.charAt(at - 1) == ' ' && text.charAt(at - 2) == ':';
    return behindColon ? endOfLast(text, at) : -1;
  }

  private static int endOfQuoted(String text, int at, char quote) {
    int end = at + 1;
    for (int signs = 0; signs <= LONGEST && end < text.length(); signs++) {
      int next = text.codePointAt(end);
      if (next == quote) {
        return end + 1;
      }
      if (next == '\n') {
        return -1;
      }
      end += Character.charCount(next);
    }
    return -1;
  }

  private static int endOfLast(String text, int at) {
    int end = at;
    while (end < text.length() && isOfName(text.charAt(end))) {
      end++;
    }
    return end > at && isEnd(text, end) ? end : -1;
  }

  private static boolean isOfName(char character) {
    return ScannedText.isOf(character, ScannedText.WORD) || "./@-".indexOf(character) >= 0;
  }

  /** Whether only a line end follows. */
  private static boolean isEnd(String text, int at) {
    int rest = text.length() - at;
    return rest == 0
        || rest == 1 && LINE_ENDS.indexOf(text.charAt(at)) >= 0
        || rest == 2 && text.startsWith("\r\n", at);
  }
}
