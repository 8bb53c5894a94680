package dev.eddyline.meaning.model;

import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.detect.similarity.SentenceVector;
import java.util.Optional;

/** The shared sentence model, as {@link java.util.ServiceLoader} finds it. */
public final class InstalledSentenceModel implements SentenceEncoder {

  @Override
  public Optional<SentenceVector> vector(String text) {
    return SentenceModel.shared().vector(text);
  }
}
