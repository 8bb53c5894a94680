package dev.eddyline.detect;

/**
 * How alike two requests are (document 002, section 4, "Collaboration Request Similarity"). What a
 * measure needs to know of a request, such as a vector of it, stands in {@link Request}.
 */
public interface RequestSimilarity {

  /** From 0 (nothing in common) to 1 (the same); symmetric. */
  double of(Request one, Request other);

  /** Whether only the meaning of both would tell, and that of one is not known yet. */
  default boolean leavesOpen(Request one, Request other) {
    return false;
  }

  /** Whether meanings are ever asked for. */
  default boolean asksForMeaning() {
    return false;
  }
}
