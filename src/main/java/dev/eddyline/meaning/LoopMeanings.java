package dev.eddyline.meaning;

import dev.eddyline.config.Settings;
import dev.eddyline.memory.LoopLikeness;
import dev.eddyline.memory.MeaningLikeness;
import dev.eddyline.memory.WordLikeness;
import dev.eddyline.metrics.MeaningMeters;
import io.micrometer.core.instrument.MeterRegistry;

/** How the loops that are remembered are compared in this process: by the sentence model too. */
public final class LoopMeanings {

  /** The newest texts that are compared by their meaning where one waits, the others by words. */
  private static final int MOST_WAITED_FOR = 1_000;

  private LoopMeanings() {}

  /**
   * By their meaning where this instance runs the model at all, on the thread that reads them; no
   * question waits for it.
   */
  public static LoopLikeness beside(Settings settings, MeterRegistry meters) {
    return MeaningWorkers.threads(settings) == 0
        ? new WordLikeness()
        : MeaningLikeness.of(model(meters)::vector);
  }

  /** For one thread that may wait: with a question what it needs is found out. */
  public static LoopLikeness waiting(MeterRegistry meters) {
    return MeaningLikeness.waiting(model(meters)::vector, MOST_WAITED_FOR);
  }

  private static PatientModel model(MeterRegistry meters) {
    return new PatientModel(SentenceModel::shared, new MeaningMeters(meters), millis -> {});
  }
}
