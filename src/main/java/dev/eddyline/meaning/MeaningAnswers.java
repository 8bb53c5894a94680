package dev.eddyline.meaning;

import dev.eddyline.detect.SentenceVector;
import dev.eddyline.metrics.MeaningMeters;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.Signal;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Answers requests for sentence vectors, with a cache of recent texts. A text without a vector gets
 * an empty one, which never matches. For one thread.
 */
public final class MeaningAnswers {

  /** Maximum cached vectors, about 5 MB. */
  private static final int MAX_CACHED_VECTORS = 8_192;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final Function<String, Optional<SentenceVector>> model;
  private final MeaningMeters meters;
  private final Map<String, Optional<SentenceVector>> vectorByText =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Optional<SentenceVector>> eldest) {
          return size() > MAX_CACHED_VECTORS;
        }
      };

  /** Answers by a model, which is loaded on first use and must not fail. */
  public MeaningAnswers(Supplier<SentenceEncoder> model) {
    this(text -> model.get().vector(text), new MeaningMeters(new SimpleMeterRegistry()));
  }

  /** Answers by a model that may have no vector for a text; counts cache hits. */
  MeaningAnswers(Function<String, Optional<SentenceVector>> model, MeaningMeters meters) {
    this.model = Objects.requireNonNull(model, "model");
    this.meters = Objects.requireNonNull(meters, "meters");
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
      vector = model.apply(text);
      vectorByText.put(text, vector);
    } else {
      meters.textsWithCachedVector.increment();
    }
    return vector.map(SentenceVector::bytes).orElse(NONE);
  }
}
