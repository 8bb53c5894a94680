package dev.eddyline.meaning;

import dev.eddyline.config.Settings;
import dev.eddyline.detect.similarity.InstalledModel;
import dev.eddyline.memory.LoopSimilarity;
import dev.eddyline.memory.MeaningSimilarity;
import dev.eddyline.memory.WordSimilarity;
import dev.eddyline.metrics.MeaningMeters;
import io.micrometer.core.instrument.MeterRegistry;

/** Similarity measures for the loop memory of this process, which may use the sentence model. */
public final class LoopMeanings {

  private LoopMeanings() {}

  /** Non-blocking: by meaning if this instance runs the model, computed on the reader's thread. */
  public static LoopSimilarity createNonBlockingSimilarity(
      Settings settings, MeterRegistry meters) {
    return MeaningWorkers.threads(settings) == 0
        ? new WordSimilarity()
        : MeaningSimilarity.of(
            MeasuredModel.faultTolerant(
                InstalledModel.get(), new MeaningMeters(meters), millis -> {}));
  }
}
