package dev.eddyline.detect;

/**
 * Says of most words that they are none of some, by no more than their first and last letter and
 * their length.
 */
final class WordShapes {

  private static final int LETTERS = 5;

  /** Longest of the words, in characters. */
  private static final int LONGEST = Long.SIZE - 1;

  /** Lengths, a bit each, by first and last letter in whatever case. */
  private final long[] lengths = new long[1 << 2 * LETTERS];

  /** The shapes of these words; of several with spaces between them, that of the first. */
  WordShapes(String[]... lists) {
    for (String[] words : lists) {
      for (String phrase : words) {
        String word = phrase.split(" ")[0];
        lengths[ends(word.charAt(0), word.charAt(word.length() - 1))] |= 1L << word.length();
      }
    }
  }

  /** Whether a word between two indices could be one of these; letters and digits may be in it. */
  boolean mayBe(ScannedText text, int start, int end) {
    int length = end - start;
    return length <= LONGEST
        && (lengths[ends(text.at(start), text.at(end - 1))] >>> length & 1) != 0;
  }

  private static int ends(char first, char last) {
    int mask = (1 << LETTERS) - 1;
    return (first & mask) << LETTERS | last & mask;
  }
}
