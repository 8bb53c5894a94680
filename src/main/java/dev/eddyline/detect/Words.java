package dev.eddyline.detect;

import java.lang.Character.UnicodeScript;
import java.util.Locale;

/**
 * Splits texts into words: runs of letters and digits. Han, Hiragana and Katakana have no spaces:
 * each pair of neighbours is a word, and so is a single character.
 */
final class Words {

  /** Maximum characters scanned; the rest is not compared. */
  static final int MAX_CHARS = 131_072;

  /** Marks of kana that belong to no script of their own: prolonged, voiced, half voiced. */
  private static final String KANA_MARKS = "ーｰﾞﾟ";

  /** Receives the words of a text in order. */
  @FunctionalInterface
  interface Taker {
    /** Receives the word between two indices of the text. */
    void take(int start, int end);
  }

  private Words() {}

  /** A word in lower case, without apostrophes. */
  static String plain(String raw) {
    String lower = raw.toLowerCase(Locale.ROOT);
    return lower.indexOf('\'') < 0 && lower.indexOf('’') < 0
        ? lower
        : lower.replace("'", "").replace("’", "");
  }

  /** Reports the words of a text in order. */
  static void each(String text, Taker words) {
    int length = lookedAt(text);
    int at = 0;
    while (at < length) {
      at = next(text, at, length, words);
    }
  }

  /** Number of scanned characters of a text. */
  static int lookedAt(String text) {
    return Math.min(text.length(), MAX_CHARS);
  }

  /** Reports the word or pairs that begin at an index; returns the next index. */
  static int next(String text, int at, int length, Taker words) {
    char first = text.charAt(at);
    if (first < 128 ? isPlain(first) : isSpaced(text.codePointAt(at))) {
      int end = end(text, at, length);
      words.take(at, end);
      return end;
    }
    int point = text.codePointAt(at);
    return isUnspaced(point) ? pairs(text, at, length, words) : at + Character.charCount(point);
  }

  /** Whether a character is a letter or a digit of ASCII. */
  static boolean isPlain(char character) {
    return ScannedText.isOf(character, ScannedText.LETTER | ScannedText.DIGIT);
  }

  /** Reports the pairs of a run without spaces; returns its end. */
  private static int pairs(String text, int start, int length, Taker words) {
    int before = -1;
    int at = start;
    while (at < length && isUnspaced(text.codePointAt(at))) {
      int next = at + Character.charCount(text.codePointAt(at));
      if (before >= 0) {
        words.take(before, next);
      }
      before = at;
      at = next;
    }
    if (before == start) {
      words.take(start, at);
    }
    return at;
  }

  /** End of a word, including apostrophes between letters and combining marks. */
  private static int end(String text, int start, int length) {
    int at = start;
    while (at < length) {
      char next = text.charAt(at);
      if (isPlain(next)) {
        at++;
        continue;
      }
      if (next < 128 && next != '\'') {
        break;
      }
      int point = text.codePointAt(at);
      boolean inner = isApostrophe(point) && at + 1 < length && isLetter(text.codePointAt(at + 1));
      if (!inner && !isMark(point) && !isSpaced(point)) {
        break;
      }
      at += Character.charCount(point);
    }
    return at;
  }

  private static boolean isSpaced(int point) {
    return Character.isLetterOrDigit(point) && !isUnspaced(point);
  }

  private static boolean isLetter(int point) {
    return Character.isLetter(point) && !isUnspaced(point);
  }

  private static boolean isApostrophe(int point) {
    return point == '\'' || point == '’';
  }

  private static boolean isMark(int point) {
    int type = Character.getType(point);
    return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
  }

  private static boolean isUnspaced(int point) {
    if (point < 0x3000) {
      return false;
    }
    UnicodeScript script = UnicodeScript.of(point);
    boolean kana = script == UnicodeScript.HIRAGANA || script == UnicodeScript.KATAKANA;
    boolean letter = Character.isLetterOrDigit(point);
    return letter && (kana || script == UnicodeScript.HAN || KANA_MARKS.indexOf(point) >= 0);
  }
}
