package dev.eddyline.text;

/** What a token's tag says of it; the grammar names the tags. */
final class Tags {

  private Tags() {}

  /** Whether a token is whitespace. */
  static boolean isSpace(char tag) {
    return tag == ' ' || tag == '\n';
  }

  /** Whether a token is a word or number, or a piece of a word, of a script with spaces. */
  static boolean isWord(char tag) {
    return tag >= 'A' && tag <= 'z' && (tag <= 'Z' || tag >= 'a') && tag != UNSPACED;
  }

  /** A run of a script that does not separate words. */
  static final char UNSPACED = 'u';

  /** A question mark, or a sign outside of ASCII: not a letter, digit or whitespace. */
  static final char OTHER = '?';

  /** Words joined by underscores. */
  static final char JOINED = '_';
}
