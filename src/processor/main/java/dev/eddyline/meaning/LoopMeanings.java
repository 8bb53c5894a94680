package dev.eddyline.meaning;

import dev.eddyline.config.Settings;
import dev.eddyline.detect.similarity.InstalledModel;
import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.memory.LoopSimilarity;
import dev.eddyline.memory.MeaningSimilarity;
import dev.eddyline.memory.WordSimilarity;
import dev.eddyline.metrics.MeaningMeters;
import io.micrometer.core.instrument.MeterRegistry;

/** Similarity measures for the loop memory of this process, which may use the sentence model. */
public final class LoopMeanings {

  /** Maximum texts compared by meaning in a blocking call; older ones are compared by words. */
  private static final int MAX_TEXTS_PER_BLOCKING_CALL = 1_000;

  private LoopMeanings() {}

  /** Non-blocking: by meaning if this instance runs the model, computed on the reader's thread. */
  public static LoopSimilarity createNonBlockingSimilarity(
      Settings settings, MeterRegistry meters) {
    return MeaningWorkers.threads(settings) == 0
        ? new WordSimilarity()
        : MeaningSimilarity.of(model(meters)::vector);
  }

  /** Blocking, for one thread: computes missing vectors on demand. */
  public static LoopSimilarity createBlockingSimilarity(MeterRegistry meters) {
    return MeaningSimilarity.resolvingOnEachQuery(
        model(meters)::vector, MAX_TEXTS_PER_BLOCKING_CALL);
  }

  private static SentenceEncoder model(MeterRegistry meters) {
    return MeasuredModel.faultTolerant(
        InstalledModel.get(), new MeaningMeters(meters), millis -> {});
  }
}
