package dev.eddyline.detect;

/** Truncates texts without splitting surrogate pairs. */
final class Cut {

  private Cut() {}

  /** The first {@code most} characters at most (≥ 1). */
  static String at(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }
}
