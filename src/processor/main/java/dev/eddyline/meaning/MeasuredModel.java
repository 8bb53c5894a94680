package dev.eddyline.meaning;

import dev.eddyline.detect.similarity.FaultTolerantModel;
import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.metrics.MeaningMeters;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * A sentence model whose computed vectors are counted and timed.
 *
 * @param model the model
 * @param meters the counters
 */
record MeasuredModel(SentenceEncoder model, MeaningMeters meters) implements SentenceEncoder {

  private static final double NANOS_PER_SECOND = 1e9;

  /**
   * A model, measured and fault-tolerant, for one thread.
   *
   * @param pause sleeps for this many milliseconds, or less on shutdown
   */
  static SentenceEncoder faultTolerant(
      SentenceEncoder model, MeaningMeters meters, LongConsumer pause) {
    return new FaultTolerantModel(
        new MeasuredModel(model, meters), pause, meters.textsFailedByModel::increment);
  }

  @Override
  public Optional<SentenceVector> vector(String text) {
    long begun = System.nanoTime();
    Optional<SentenceVector> computed = model.vector(text);
    if (computed.isPresent()) {
      meters.inferenceSeconds.record((System.nanoTime() - begun) / NANOS_PER_SECOND);
      meters.textsWithComputedVector.increment();
    }
    return computed;
  }
}
