package dev.eddyline.text;

/** Truncates texts without splitting surrogate pairs. */
public final class Truncation {

  private static final String ELLIPSIS = "…";

  private Truncation() {}

  /** The first {@code most} characters at most (≥ 1). */
  public static String truncate(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
  }

  /** The text; if it is longer than {@code most} characters (≥ 2), its start and an ellipsis. */
  public static String shorten(String text, int most) {
    return text.length() <= most ? text : truncate(text, most - 1) + ELLIPSIS;
  }

  /**
   * The text; if it is longer than {@code most} characters (≥ 4), two thirds of its start, an
   * ellipsis and its end, by which similar texts often differ.
   */
  public static String shortenMiddle(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = text.length() - (most - 1) / 3;
    int wholeEnd = Character.isLowSurrogate(text.charAt(end)) ? end + 1 : end;
    return truncate(text, most - 1 - (text.length() - end)) + ELLIPSIS + text.substring(wholeEnd);
  }
}
