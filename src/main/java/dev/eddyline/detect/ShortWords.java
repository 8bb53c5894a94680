package dev.eddyline.detect;

/**
 * A set of words of at most 8 letters of ASCII: the bytes of each are one number, so that to look
 * one up takes no text.
 */
final class ShortWords {

  private static final int LONGEST = Long.BYTES;

  /** The words, each at the place of its number or behind it; 0 where there is none. */
  private final long[] places;

  /** The words of a list with spaces between them. */
  ShortWords(String list) {
    String[] words = list.split(" ");
    places = new long[Integer.highestOneBit(words.length) * 4];
    for (String word : words) {
      add(word);
    }
  }

  private void add(String word) {
    if (word.isEmpty() || word.length() > LONGEST || word.chars().anyMatch(c -> c >= 128)) {
      throw new IllegalArgumentException(
          "a word must be 1 to 8 letters of ASCII, was '%s'".formatted(word));
    }
    long number = 0;
    for (int at = 0; at < word.length(); at++) {
      number = number << Byte.SIZE | word.charAt(at);
    }
    places[place(number)] = number;
  }

  /** Whether the word of UTF-8 between two indices is one of these. */
  boolean has(byte[] utf8, int from, int to) {
    if (to - from > LONGEST || to == from) {
      return false;
    }
    long number = 0;
    for (int at = from; at < to; at++) {
      number = number << Byte.SIZE | utf8[at] & 0xff;
    }
    return places[place(number)] == number;
  }

  /** Where a number is, or would be. */
  private int place(long number) {
    long mixed = number * 0x9e3779b97f4a7c15L;
    int place = (int) (mixed >>> Integer.SIZE) & places.length - 1;
    while (places[place] != 0 && places[place] != number) {
      place = place + 1 & places.length - 1;
    }
    return place;
  }
}
