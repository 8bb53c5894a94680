package dev.eddyline.detect;

import java.util.Arrays;

/** A text for scanners: characters by ASCII class, with a sentinel outside its bounds. */
final class ScannedText {

  /** The sentinel outside the text; in no class. */
  private static final char NOTHING = '\uffff';

  /** Letters, digits and underscores. */
  static final int WORD = 1;

  static final int DIGIT = 2;

  /** Digits and the lower-case letters a to f. */
  static final int SMALL_HEX = 4;

  /** Digits and the letters a to f. */
  static final int HEX = 8;

  static final int SMALL = 16;
  static final int LETTER = 32;
  static final int SPACE = 64;

  /** Characters of values: words, full stops, plus, minus and colons. */
  static final int VALUE = 128;

  /** Punctuation that may begin a volatile part or a part that must stay. */
  static final int MARK = 256;

  private static final short[] CLASSES = classes();

  /** Maximum characters of an operand, its unit included. */
  private static final int OPERAND = 100;

  private final char[] chars;
  private final int length;

  /** The source text, if equal; else null. */
  private final String source;

  private int comparison;

  /** The first {@code length} characters, which must not change during use. */
  private ScannedText(String text, char[] chars, int length, boolean same) {
    source = same ? text : null;
    this.chars = chars;
    this.length = length;
    comparison = text.indexOf('=') < 0 ? length : -1;
  }

  /** Scans this text. */
  static ScannedText of(String text) {
    return new ScannedText(text, text.toCharArray(), text.length(), true);
  }

  /** The same in the thread's {@link Room}, valid until its next use. */
  static ScannedText held(String text) {
    return new ScannedText(text, Room.holding(text), text.length(), true);
  }

  /** This text with collapsed and trimmed spaces, in the thread's {@link Room}. */
  static ScannedText spaced(String text) {
    char[] chars = Room.holding(text);
    int length = 0;
    boolean same = true;
    boolean space = false;
    for (int at = 0; at < text.length(); at++) {
      char next = chars[at];
      if (next > ' ') {
        chars[length++] = next;
        space = false;
        continue;
      }
      boolean again = isOf(next, SPACE);
      if (!again) {
        chars[length++] = next;
      } else if (!space) {
        chars[length++] = ' ';
        same &= next == ' ';
      }
      space = again;
    }
    while (length > 0 && Character.isWhitespace(chars[length - 1])) {
      length--;
    }
    int begin = 0;
    while (begin < length && Character.isWhitespace(chars[begin])) {
      begin++;
    }
    return begin == 0
        ? new ScannedText(text, chars, length, same && length == text.length())
        : new ScannedText(text, Arrays.copyOfRange(chars, begin, length), length - begin, false);
  }

  private static short[] classes() {
    short[] classes = new short[128];
    for (char c = 0; c < classes.length; c++) {
      boolean digit = c >= '0' && c <= '9';
      boolean small = c >= 'a' && c <= 'z';
      boolean letter = small || c >= 'A' && c <= 'Z';
      boolean word = letter || digit || c == '_';
      boolean hex = digit || letter && (c | 32) <= 'f';
      int flags = word ? WORD | VALUE : 0;
      flags |= digit ? DIGIT : 0;
      flags |= digit || small && hex ? SMALL_HEX : 0;
      flags |= hex ? HEX : 0;
      flags |= small ? SMALL : 0;
      flags |= letter ? LETTER : 0;
      flags |= c == ' ' || c >= '\t' && c <= '\r' ? SPACE : 0;
      flags |= ".+:-".indexOf(c) >= 0 ? VALUE : 0;
      flags |= "=!'\":(/".indexOf(c) >= 0 ? MARK : 0;
      classes[c] = (short) flags;
    }
    return classes;
  }

  /** Number of its characters. */
  int length() {
    return length;
  }

  /** The character at an index; the sentinel outside the text. */
  char at(int index) {
    return index >= 0 && index < length ? chars[index] : NOTHING;
  }

  /** Whether the character at an index is of a class. */
  boolean is(int index, int type) {
    return isOf(at(index), type);
  }

  /** Whether a character is of a class. */
  static boolean isOf(char character, int type) {
    return (classes(character) & type) != 0;
  }

  /** The classes of a character, as bits. */
  static int classes(char character) {
    return character < 128 ? CLASSES[character] : 0;
  }

  /** Whether the character at an index is one of these. */
  boolean isIn(int index, String some) {
    return some.indexOf(at(index)) >= 0;
  }

  /** End of the run of a class that begins at an index. */
  int end(int index, int type) {
    int end = index;
    while (end < length && isOf(chars[end], type)) {
      end++;
    }
    return end;
  }

  /** Whether this many characters of a class begin at an index. */
  boolean are(int index, int number, int type) {
    for (int i = index; i < index + number; i++) {
      if (!is(i, type)) {
        return false;
      }
    }
    return true;
  }

  /** Whether this text begins at an index. */
  boolean says(String what, int index) {
    if (index + what.length() > length) {
      return false;
    }
    for (int i = 0; i < what.length(); i++) {
      if (chars[index + i] != what.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether this lower-case text begins at an index, ignoring ASCII case. */
  boolean speaks(String what, int index) {
    if (index + what.length() > length) {
      return false;
    }
    for (int i = 0; i < what.length(); i++) {
      char told = chars[index + i];
      char small = told >= 'A' && told <= 'Z' ? (char) (told + 32) : told;
      if (small != what.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** End of the one of these that begins at an index as whole words; -1 for none. */
  int endOfSaid(String[] some, int index) {
    for (String one : some) {
      if (says(one, index) && !is(index + one.length(), WORD)) {
        return index + one.length();
      }
    }
    return -1;
  }

  /** The same, ignoring ASCII case. */
  int endOfSpoken(String[] some, int index) {
    for (String one : some) {
      if (speaks(one, index) && !is(index + one.length(), WORD)) {
        return index + one.length();
      }
    }
    return -1;
  }

  /**
   * Whether an operand that begins here could be part of a comparison: {@code ==} or {@code !=} is
   * near.
   */
  boolean isComparedSoon(int index) {
    if (comparison < index) {
      comparison = nextComparison(index);
    }
    return comparison < length && comparison - index <= OPERAND;
  }

  private int nextComparison(int from) {
    for (int second = from + 1; second < length; second++) {
      if (chars[second] == '=' && isComparison(second - 1)) {
        return second - 1;
      }
    }
    return length;
  }

  /** Whether {@code ==} or {@code !=} is at an index. */
  boolean isComparison(int index) {
    char first = at(index);
    return (first == '=' || first == '!') && at(index + 1) == '=';
  }

  /** Its characters, the first {@link #length} of these. */
  char[] chars() {
    return chars;
  }

  /** The whole text; the source object if equal. */
  String whole() {
    return source == null ? part(0, length) : source;
  }

  /** The text between two indices. */
  String part(int from, int to) {
    return new String(chars, from, to - from);
  }

  /** Copies the text between two indices into an array. */
  void copyTo(char[] others, int place, int from, int to) {
    System.arraycopy(chars, from, others, place, to - from);
  }
}
