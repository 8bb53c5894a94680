package dev.eddyline.detect.similarity;

import dev.eddyline.text.Truncation;
import org.apache.commons.text.similarity.LevenshteinDistance;

/** Similarity of texts, from 0 (nothing in common) to 1 (equal); symmetric. */
public final class Similarity {

  /** Maximum characters compared by edit distance; the work is quadratic. */
  public static final int MAX_LETTERS = 1_000;

  /**
   * Maximum similarity of requests about different things, below the threshold for equal requests.
   */
  public static final double MAX_DIFFERENT_REQUEST_SIMILARITY = 0.8;

  private Similarity() {}

  /** The edit-distance similarity of the beginnings of two texts; 0 for a blank text. */
  public static double levenshtein(String one, String other) {
    if (one.isBlank() || other.isBlank()) {
      return 0;
    }
    String left = Truncation.truncate(one, MAX_LETTERS);
    String right = Truncation.truncate(other, MAX_LETTERS);
    int changes = LevenshteinDistance.getDefaultInstance().apply(left, right);
    return 1 - (double) changes / Math.max(left.length(), right.length());
  }

  /**
   * The share of content words that two requests have in common. Requests with different names or
   * replaced words count as different.
   */
  public static double contentSimilarity(WordList one, WordList other) {
    return contentSimilarity(one.with(other));
  }

  /** The same for an overlap of content words. */
  public static double contentSimilarity(WordList.Overlap overlap) {
    double share = overlap.share();
    return overlap.replaced() > 0 || overlap.strange()
        ? Math.min(share, MAX_DIFFERENT_REQUEST_SIMILARITY)
        : share;
  }
}
