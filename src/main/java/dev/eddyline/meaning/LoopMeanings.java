package dev.eddyline.meaning;

import dev.eddyline.config.Settings;
import dev.eddyline.memory.LoopLikeness;
import dev.eddyline.memory.MeaningLikeness;
import dev.eddyline.memory.WordLikeness;
import dev.eddyline.metrics.MeaningMeters;
import io.micrometer.core.instrument.MeterRegistry;

/** Similarity measures for the loop memory of this process, which may use the sentence model. */
public final class LoopMeanings {

  /** Maximum texts compared by meaning in a blocking call; older ones are compared by words. */
  private static final int MOST_WAITED_FOR = 1_000;

  private LoopMeanings() {}

  /** Non-blocking: by meaning if this instance runs the model, computed on the reader's thread. */
  public static LoopLikeness beside(Settings settings, MeterRegistry meters) {
    return MeaningWorkers.threads(settings) == 0
        ? new WordLikeness()
        : MeaningLikeness.of(model(meters)::vector);
  }

  /** Blocking, for one thread: computes missing vectors on demand. */
  public static LoopLikeness waiting(MeterRegistry meters) {
    return MeaningLikeness.waiting(model(meters)::vector, MOST_WAITED_FOR);
  }

  private static PatientModel model(MeterRegistry meters) {
    return new PatientModel(SentenceModel::shared, new MeaningMeters(meters), millis -> {});
  }
}
