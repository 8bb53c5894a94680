package dev.eddyline.task;

import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.Signal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Answers requests for sentence vectors, with a cache of recent texts. A text without a vector gets
 * an empty one, which never matches. For one thread.
 */
public final class MeaningAnswers {

  /** Maximum cached vectors, about 5 MB. */
  private static final int MAX_CACHED_VECTORS = 8_192;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final SentenceEncoder model;
  private final Runnable onCachedVector;
  private final Map<String, Optional<SentenceVector>> vectorByText =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<SentenceVector>> eldest) {
          return size() > MAX_CACHED_VECTORS;
        }
      };

  /** Answers by a model, which must not fail. */
  public MeaningAnswers(SentenceEncoder model) {
    this(model, () -> {});
  }

  /**
   * Answers by a model, which must not fail.
   *
   * @param onCachedVector called for each text whose vector was in the cache
   */
  public MeaningAnswers(SentenceEncoder model, Runnable onCachedVector) {
    this.model = Objects.requireNonNull(model, "model");
    this.onCachedVector = Objects.requireNonNull(onCachedVector, "onCachedVector");
  }

  /** The answer to a signal; empty if it is not a request for vectors. */
  public Optional<Signal> vectorReplyTo(Signal signal) {
    if (!(signal.getBody() instanceof MeaningRequested request)) {
      return Optional.empty();
    }
    List<RequestVector> vectors = new ArrayList<>(request.getTexts().size());
    for (RequestText text : request.getTexts()) {
      vectors.add(new RequestVector(text.getExact(), vector(text.getText())));
    }
    return Optional.of(
        new Signal(
            new MeaningFound(
                request.getEventId(),
                request.getTaskId(),
                request.getSource(),
                request.getAsked(),
                vectors)));
  }

  private ByteBuffer vector(String text) {
    Optional<SentenceVector> vector = vectorByText.get(text);
    if (vector == null) {
      vector = model.vector(text);
      vectorByText.put(text, vector);
    } else {
      onCachedVector.run();
    }
    return vector.map(SentenceVector::bytes).orElse(NONE);
  }
}
