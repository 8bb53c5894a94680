package dev.eddyline.memory;

import java.util.function.BooleanSupplier;

/** Measures the similarity of the texts of two loops. */
public interface LoopSimilarity {

  /** A loop's text, prepared for comparison. */
  interface PreparedText {

    /**
     * Similarity from 0 (nothing in common) to 1 (equal); symmetric, non-blocking and thread-safe.
     */
    double similarityTo(PreparedText other);
  }

  /** Prepares the text of a stored loop. Called on the reader thread. */
  PreparedText prepareStoredLoopText(String loopText);

  /**
   * Prepares the text of a queried loop. Called on any thread; must not block, since event
   * processing waits.
   *
   * @param signature the loop's signature
   */
  default PreparedText prepareQueriedLoopText(String signature, String loopText) {
    return prepareStoredLoopText(loopText);
  }

  /** Threshold from which two loops are similar, 0 to 1. */
  double similarityThreshold();

  /** Resolves a pending meaning, and others while there is time. Called on the reader thread. */
  default void resolvePendingMeanings(BooleanSupplier hasTime) {
    // nothing is pending
  }
}
