package dev.eddyline.detect.similarity;

import java.util.Optional;
import java.util.ServiceLoader;

/** Computes sentence vectors. {@link ServiceLoader} finds an installed one. Thread-safe. */
@FunctionalInterface
public interface SentenceEncoder {

  /** The vector of a text; empty if its language is not one of the model. Deterministic. */
  Optional<SentenceVector> vector(String text);

  /** The sentence model on the class path; empty without one. It is loaded at its first text. */
  static Optional<SentenceEncoder> installed() {
    return ServiceLoader.load(SentenceEncoder.class, SentenceEncoder.class.getClassLoader())
        .findFirst();
  }
}
