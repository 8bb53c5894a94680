package dev.eddyline.memory;

import dev.eddyline.detect.SentenceVector;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a text means, as soon as it is found out, once. Found out by one thread, read by any; from
 * then on the text, which may be of a task that is erased, is not kept.
 */
final class Meaning {

  private String text;
  private volatile SentenceVector vector;

  Meaning(String text) {
    this.text = Objects.requireNonNull(text, "text");
  }

  /** Asks the model, which may have no answer: then there is none. */
  void findOut(Function<String, Optional<SentenceVector>> model) {
    if (text == null) {
      return;
    }
    vector = model.apply(text).orElse(null);
    text = null;
  }

  /** How near two texts mean, -1 to 1; 0 while either is not found out. */
  double cosine(Meaning other) {
    SentenceVector own = vector;
    SentenceVector others = other.vector;
    return own == null || others == null ? 0 : own.cosine(others);
  }
}
