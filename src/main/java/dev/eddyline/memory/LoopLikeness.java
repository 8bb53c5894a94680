package dev.eddyline.memory;

import java.time.Duration;

/** Measures the similarity of the texts of two loops. */
public interface LoopLikeness {

  /** A loop's text, prepared for comparison. */
  interface Ready {

    /**
     * Similarity from 0 (nothing in common) to 1 (equal); symmetric, non-blocking and thread-safe.
     */
    double like(Ready other);
  }

  /** Prepares the text of a stored loop. Called on the reader thread. */
  Ready ready(String what);

  /**
   * Prepares the text of a queried loop. Called on any thread; must not block, since event
   * processing waits.
   *
   * @param signature the loop's signature
   */
  default Ready asked(String signature, String what) {
    return ready(what);
  }

  /** Threshold from which two loops are similar, 0 to 1. */
  double least();

  /** Resolves pending meanings for about this time. Called on the reader thread. */
  default void findOut(Duration most) {
    // nothing is pending
  }
}
