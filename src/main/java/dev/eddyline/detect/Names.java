package dev.eddyline.detect;

/**
 * Tells words that single something out: numbers, identifiers and paths, single letters, names. By
 * their form only, as no list of names could be complete.
 */
final class Names {

  /** What joins the parts of an identifier, path or address. */
  private static final String JOINTS = "_/\\.@#";

  /** What a sentence, a heading or an item of a list begins behind. */
  private static final String STARTS = ".!?:;。！？：-*•>#|";

  /** What may stand between these and the first word. */
  private static final String OPENINGS = "\"'`“‘(「『";

  private Names() {}

  /** Whether a word of a text is a name. */
  static boolean isName(Words.Word word, String text) {
    String raw = word.raw();
    if (hasDigit(raw) || isJoined(word, text)) {
      return true;
    }
    int first = raw.codePointAt(0);
    boolean upper = Character.isUpperCase(first);
    if (raw.length() == Character.charCount(first)) {
      return Character.isUpperCase(first) ? first != 'I' && !isArticle(word, text) : isLetter(raw);
    }
    return hasUpperWithin(raw) || upper && !beginsSentence(word, text);
  }

  private static boolean hasDigit(String raw) {
    for (int at = 0; at < raw.length(); at++) {
      if (Character.isDigit(raw.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasUpperWithin(String raw) {
    for (int at = 1; at < raw.length(); at++) {
      if (Character.isUpperCase(raw.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** A single small letter, but for the words that English has of one letter. */
  private static boolean isLetter(String raw) {
    return Character.isLowerCase(raw.codePointAt(0)) && !raw.equals("a") && !raw.equals("i");
  }

  private static boolean isJoined(Words.Word word, String text) {
    return isJoint(text, word.start() - 1, word.start() - 2)
        || isJoint(text, word.end(), word.end() + 1);
  }

  private static boolean isJoint(String text, int joint, int beyond) {
    return Math.min(joint, beyond) >= 0
        && Math.max(joint, beyond) < text.length()
        && JOINTS.indexOf(text.charAt(joint)) >= 0
        && Character.isLetterOrDigit(text.charAt(beyond));
  }

  /** An A at the beginning of a sentence with a word to follow, as in "A review is due". */
  private static boolean isArticle(Words.Word word, String text) {
    return word.raw().equals("A")
        && beginsSentence(word, text)
        && word.end() < text.length()
        && Character.isWhitespace(text.charAt(word.end()));
  }

  private static boolean beginsSentence(Words.Word word, String text) {
    int at = word.start() - 1;
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
