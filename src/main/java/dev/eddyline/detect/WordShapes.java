package dev.eddyline.detect;

/** A pre-check that excludes most words from a set by first letter, last letter and length. */
final class WordShapes {

  private static final int LETTERS = 5;

  /** Maximum characters of a word. */
  private static final int LONGEST = Long.SIZE - 1;

  /** Lengths as bits, by first and last letter, ignoring case. */
  private final long[] lengths = new long[1 << 2 * LETTERS];

  /** The shapes of these words; of a phrase, that of its first word. */
  WordShapes(String[]... lists) {
    for (String[] words : lists) {
      for (String phrase : words) {
        String word = phrase.split(" ")[0];
        lengths[ends(word.charAt(0), word.charAt(word.length() - 1))] |= 1L << word.length();
      }
    }
  }

  /** Whether the word between two indices may be in the set. */
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
