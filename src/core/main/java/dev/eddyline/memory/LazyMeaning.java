package dev.eddyline.memory;

import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.detect.similarity.SentenceVector;
import java.util.Objects;

/**
 * The meaning of a text, resolved once. One thread resolves it, any thread may read it. The text is
 * then dropped, since its task may be erased.
 */
final class LazyMeaning {

  private String text;
  private volatile SentenceVector vector;

  LazyMeaning(String text) {
    this.text = Objects.requireNonNull(text, "text");
  }

  /** Resolves the meaning with the model, which may have no answer. */
  void resolveWithModel(SentenceEncoder model) {
    if (text == null) {
      return;
    }
    vector = model.vector(text).orElse(null);
    text = null;
  }

  /** Cosine of two meanings, -1 to 1; 0 while either is not resolved. */
  double cosine(LazyMeaning other) {
    SentenceVector own = vector;
    SentenceVector others = other.vector;
    return own == null || others == null ? 0 : own.cosine(others);
  }
}
