package dev.eddyline.detect;

import org.apache.commons.text.similarity.LevenshteinDistance;

/** How alike two texts are, from 0 (nothing in common) to 1 (the same); symmetric. */
final class Similarity {

  /** Characters that are compared letter by letter: the work grows with their square. */
  static final int MAX_LETTERS = 1_000;

  /**
   * What a request that is about something else is at most like another (document 002, section 4:
   * above .85 is the same): one module's review is not another's, however long the sentence.
   */
  static final double OTHER_THING = 0.8;

  private Similarity() {}

  /**
   * The share of letters that need not be changed to make one text the other, of their beginnings
   * (document 000, section 2). A blank text is like no other.
   */
  static double levenshtein(String one, String other) {
    if (one.isBlank() || other.isBlank()) {
      return 0;
    }
    String left = Cut.at(one, MAX_LETTERS);
    String right = Cut.at(other, MAX_LETTERS);
    int changes = LevenshteinDistance.getDefaultInstance().apply(left, right);
    return 1 - (double) changes / Math.max(left.length(), right.length());
  }

  /**
   * The share of content words that two requests have in common. A request that names something the
   * other does not, or says another word in place of one, asks for another thing.
   */
  static double content(WordList one, WordList other) {
    return content(one.with(other));
  }

  /** The same of how two lists of content words have to do with one another. */
  static double content(WordList.Overlap overlap) {
    int size = overlap.own() + overlap.others();
    int both = Math.min(overlap.shared(), overlap.sharedByOther());
    double share = size == 0 ? 0 : (double) both / (size - both);
    boolean replaced = both < overlap.own() && both < overlap.others();
    return replaced || overlap.strange() ? Math.min(share, OTHER_THING) : share;
  }
}
