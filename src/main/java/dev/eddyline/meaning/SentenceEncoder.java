package dev.eddyline.meaning;

import dev.eddyline.detect.SentenceVector;
import java.util.Optional;

/** Computes sentence vectors. */
@FunctionalInterface
public interface SentenceEncoder {

  /** The vector of a text; empty if its language is not one of the model. Deterministic. */
  Optional<SentenceVector> vector(String text);
}
