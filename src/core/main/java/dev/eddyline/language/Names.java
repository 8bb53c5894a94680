package dev.eddyline.language;

/**
 * Recognizes words that identify something: numbers, identifiers and paths, single letters, proper
 * names. By their form only, since no list could be complete.
 */
public final class Names {

  /** Characters that join the parts of an identifier, path or address. */
  private static final String JOINTS = "_/\\.@#";

  /** Characters before a sentence, a heading or a list item. */
  private static final String STARTS = ".!?:;。！？：-*•>#|";

  /** Characters between these and the first word. */
  private static final String OPENINGS = "\"'`“‘(「『";

  private Names() {}

  /** Whether the word of a text between two indices is a number, or part of an identifier. */
  static boolean isIdentifier(String text, int start, int end) {
    return hasDigit(text, start, end) || isJoined(text, start, end);
  }

  /**
   * Whether the word of a text between two indices is a name.
   *
   * @param capitals whether a capital within a sentence marks a name
   */
  static boolean isName(String text, int start, int end, boolean capitals) {
    if (isIdentifier(text, start, end)) {
      return true;
    }
    int first = text.codePointAt(start);
    boolean upper = Character.isUpperCase(first);
    if (end - start == Character.charCount(first)) {
      return upper ? first != 'I' && !isArticle(text, start, end) : isLetter(first);
    }
    return hasUpperWithin(text, start, end) || capitals && upper && !beginsSentence(text, start);
  }

  /** Whether the word of a text between two indices has a digit. */
  public static boolean hasDigit(String text, int start, int end) {
    for (int at = start; at < end; at++) {
      if (Character.isDigit(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** Whether the word of a text between two indices has a capital after its first letter. */
  static boolean hasUpperWithin(String text, int start, int end) {
    for (int at = start + 1; at < end; at++) {
      if (Character.isUpperCase(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** A single lower-case letter, except the English words "a" and "i". */
  private static boolean isLetter(int letter) {
    return Character.isLowerCase(letter) && letter != 'a' && letter != 'i';
  }

  private static boolean isJoined(String text, int start, int end) {
    return isJoint(text, start - 1, start - 2) || isJoint(text, end, end + 1);
  }

  private static boolean isJoint(String text, int joint, int beyond) {
    return Math.min(joint, beyond) >= 0
        && Math.max(joint, beyond) < text.length()
        && JOINTS.indexOf(text.charAt(joint)) >= 0
        && Character.isLetterOrDigit(text.charAt(beyond));
  }

  /** An A at the beginning of a sentence with a word to follow, as in "A review is due". */
  private static boolean isArticle(String text, int start, int end) {
    return text.charAt(start) == 'A'
        && beginsSentence(text, start)
        && end < text.length()
        && Character.isWhitespace(text.charAt(end));
  }

  private static boolean beginsSentence(String text, int start) {
    int at = start - 1;
    while (at >= 0 && isBetween(text.charAt(at))) {
      if (text.charAt(at) == '\n') {
        return true;
      }
      at--;
    }
    return at < 0 || STARTS.indexOf(text.charAt(at)) >= 0;
  }

  private static boolean isBetween(char character) {
    return Character.isWhitespace(character) || OPENINGS.indexOf(character) >= 0;
  }
}
