package dev.eddyline.detect;

/**
 * How alike two requests are (document 002, section 4, "Collaboration Request Similarity"). What a
 * measure needs to know of a request, such as a vector of it, stands in {@link Request}.
 */
public interface RequestSimilarity {

  /** From 0 (nothing in common) to 1 (the same); symmetric. */
  double of(Request one, Request other);
}
