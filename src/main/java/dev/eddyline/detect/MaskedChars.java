package dev.eddyline.detect;

import java.util.Arrays;

/** A text as it is put together of what stays and of masks. */
final class MaskedChars {

  /** Characters by which masks make a text longer, at first. */
  private static final int LONGER = 64;

  private final ScannedText text;
  private char[] chars;
  private int length;

  /** Nothing of this text so far. */
  MaskedChars(ScannedText text) {
    this.text = text;
    chars = Room.of(text.length() + LONGER);
  }

  /** Adds the text between two indices, and a mask. */
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

  /** The whole, the rest of the text from an index on included. */
  String endingWith(int from) {
    text.copyTo(chars, length, from, text.length());
    return new String(chars, 0, length + text.length() - from);
  }
}
