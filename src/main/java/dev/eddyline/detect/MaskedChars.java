package dev.eddyline.detect;

import java.util.Arrays;

/** Builds a masked text from unmasked parts and masks. */
final class MaskedChars {

  /** Extra initial capacity for masks, in characters. */
  private static final int LONGER = 64;

  private final ScannedText text;
  private char[] chars;
  private int length;

  /** An empty result for this text. */
  MaskedChars(ScannedText text) {
    this.text = text;
    chars = Room.of(text.length() + LONGER);
  }

  /** Appends the text between two indices, and a mask. */
  void add(int from, int to, String mask) {
    int least = length + to - from + mask.length() + text.length() - to;
    if (least > chars.length) {
      chars = Arrays.copyOf(chars, 2 * least);
    }
    text.copyTo(chars, length, from, to);
    length += to - from;
    mask.getChars(0, mask.length(), chars, length);
    length += mask.length();
  }

  /** The result, including the rest of the text from an index. */
  String endingWith(int from) {
    text.copyTo(chars, length, from, text.length());
    return new String(chars, 0, length + text.length() - from);
  }
}
