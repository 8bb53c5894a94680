package dev.eddyline.meaning;

import dev.eddyline.detect.SentenceVector;
import dev.eddyline.metrics.MeaningMeters;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RequestText;
import dev.eddyline.schema.RequestVector;
import dev.eddyline.schema.Signal;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers what is asked about the meaning of texts; of what was asked lately it remembers the
 * vectors, so that one text is computed once. For one thread.
 */
public final class MeaningAnswers {

  /** Texts whose vectors are remembered: some 5 MB. */
  private static final int REMEMBERED = 8_192;

  private final Supplier<SentenceEncoder> model;
  private final MeaningMeters meters;
  private final Map<String, SentenceVector> lately =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SentenceVector> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** Answers by a model, which is asked for when there is something to answer. */
  public MeaningAnswers(Supplier<SentenceEncoder> model) {
    this(model, new MeaningMeters(new SimpleMeterRegistry()));
  }

  /** The same, counted. */
  MeaningAnswers(Supplier<SentenceEncoder> model, MeaningMeters meters) {
    this.model = Objects.requireNonNull(model, "model");
    this.meters = Objects.requireNonNull(meters, "meters");
  }

  /** The answer to a signal; empty when it asks nothing. */
  public Optional<Signal> to(Signal signal) {
    if (!(signal.getBody() instanceof MeaningRequested asked)) {
      return Optional.empty();
    }
    List<RequestVector> vectors = new ArrayList<>(asked.getTexts().size());
    for (RequestText text : asked.getTexts()) {
      vectors.add(new RequestVector(text.getExact(), vector(text.getText()).bytes()));
    }
    return Optional.of(
        new Signal(
            new MeaningFound(
                asked.getEventId(),
                asked.getTaskId(),
                asked.getSource(),
                asked.getAsked(),
                vectors)));
  }

  private SentenceVector vector(String text) {
    SentenceVector known = lately.get(text);
    if (known != null) {
      meters.known.increment();
      return known;
    }
    SentenceEncoder encoder = model.get();
    long begun = System.nanoTime();
    SentenceVector computed = encoder.vector(text);
    meters.inference.record((System.nanoTime() - begun) / 1e9);
    meters.computed.increment();
    lately.put(text, computed);
    return computed;
  }
}
