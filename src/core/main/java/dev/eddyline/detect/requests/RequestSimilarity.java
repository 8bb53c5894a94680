package dev.eddyline.detect.requests;

/** A similarity measure of requests. */
public interface RequestSimilarity {

  /** From 0 (nothing in common) to 1 (the same); symmetric. */
  double similarity(Request one, Request other);

  /** Whether only their meaning decides and a vector is missing. */
  default boolean needsSentenceModel(Request one, Request other) {
    return false;
  }

  /** Whether the measure uses the sentence model. */
  default boolean usesSentenceModel() {
    return false;
  }
}
