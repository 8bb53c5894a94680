package dev.eddyline.detect;

import java.util.List;
import java.util.TreeSet;

/**
 * The distinct words of a text as hashes: all of them, or of many the smallest ones, which are a
 * fair sample since every text keeps the same words by the same rule.
 *
 * @param hashes in ascending order, each once
 * @param whole whether these are all
 */
record WordSample(List<Integer> hashes, boolean whole) {

  /** Words that are kept: the estimate is then off by 3 % at most times. */
  static final int MAX = 256;

  /** Of a text without a word. */
  static final WordSample EMPTY = new WordSample(List.of(), true);

  WordSample {
    hashes = List.copyOf(hashes);
  }

  /** The words of a text. */
  static WordSample of(String text) {
    TreeSet<Integer> smallest = new TreeSet<>();
    boolean whole = true;
    for (Words.Word word : Words.of(text)) {
      int hash = (int) Hash.of(word.plain());
      if (smallest.size() < MAX || hash < smallest.last()) {
        smallest.add(hash);
      } else if (hash != smallest.last()) {
        whole = false;
      }
      if (smallest.size() > MAX) {
        smallest.pollLast();
        whole = false;
      }
    }
    return new WordSample(List.copyOf(smallest), whole);
  }

  /** Whether there is no word at all. */
  boolean isEmpty() {
    return hashes.isEmpty();
  }

  /** The largest hash up to which this holds every word of its text. */
  int complete() {
    return whole || hashes.isEmpty() ? Integer.MAX_VALUE : Newest.of(hashes);
  }
}
