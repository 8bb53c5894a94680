package dev.eddyline.detect;

/** Cuts texts that are kept, never between the halves of a character, which no store would keep. */
final class Cut {

  private Cut() {}

  /** The text's beginning, of at most so many characters, at least 1. */
  static String at(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }
}
