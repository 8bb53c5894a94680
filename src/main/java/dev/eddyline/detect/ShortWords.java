package dev.eddyline.detect;

/**
 * A set of ASCII words of at most 8 letters. Each is packed into one long, so that a lookup needs
 * no string.
 */
final class ShortWords {

  private static final int LONGEST = Long.BYTES;

  /** Open-addressing hash table of the words; 0 is a free slot. */
  private final long[] places;

  /** The words of a list separated by spaces. */
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
          "a word must be 1 to 8 ASCII letters, was '%s'".formatted(word));
    }
    long number = 0;
    for (int at = 0; at < word.length(); at++) {
      number = number << Byte.SIZE | word.charAt(at);
    }
    places[place(number)] = number;
  }

  /** Whether the UTF-8 word between two indices is in the set. */
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

  /** The slot of a number, or the free slot for it. */
  private int place(long number) {
    long mixed = number * 0x9e3779b97f4a7c15L;
    int place = (int) (mixed >>> Integer.SIZE) & places.length - 1;
    while (places[place] != 0 && places[place] != number) {
      place = place + 1 & places.length - 1;
    }
    return place;
  }
}
