package dev.eddyline.meaning;

import dev.eddyline.detect.SentenceVector;

/** Computes sentence vectors. */
@FunctionalInterface
public interface SentenceEncoder {

  /** The vector of a text; deterministic. */
  SentenceVector encode(String text);
}
