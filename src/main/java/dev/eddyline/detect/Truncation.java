package dev.eddyline.detect;

/** Truncates texts without splitting surrogate pairs. */
final class Truncation {

  private Truncation() {}

  /** The first {@code most} characters at most (≥ 1). */
  static String truncate(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }
}
