package dev.eddyline.meaning;

import dev.eddyline.detect.SentenceVector;
import dev.eddyline.metrics.MeaningMeters;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sentence model, for those who must get on: a text that it fails on is tried a few times, and
 * then has no meaning. Counted; the model is asked for when there is a first text.
 */
public final class PatientModel {

  /** How often a text is tried. */
  static final int TRIES = 3;

  private static final Logger LOG = LoggerFactory.getLogger(PatientModel.class);
  private static final long PAUSE_MILLIS = 100;

  private final Supplier<SentenceEncoder> model;
  private final MeaningMeters meters;
  private final LongConsumer pause;
  private boolean unusable;

  /**
   * The patience of one thread.
   *
   * @param pause waits for so many milliseconds, or less where there is no time for it
   */
  public PatientModel(Supplier<SentenceEncoder> model, MeaningMeters meters, LongConsumer pause) {
    this.model = Objects.requireNonNull(model, "model");
    this.meters = Objects.requireNonNull(meters, "meters");
    this.pause = Objects.requireNonNull(pause, "pause");
  }

  /** What a text means; empty where the model fails on it. */
  public Optional<SentenceVector> vector(String text) {
    for (int time = 1; ; time++) {
      try {
        long begun = System.nanoTime();
        SentenceVector computed = model.get().vector(text);
        meters.inference.record((System.nanoTime() - begun) / 1e9);
        meters.computed.increment();
        return Optional.of(computed);
      } catch (LinkageError absent) {
        return none(absent);
      } catch (RuntimeException | StackOverflowError failed) {
        if (time == TRIES) {
          return none(failed);
        }
        pause.accept(time * PAUSE_MILLIS);
      }
    }
  }

  /** Where the model itself is missing this is said once: it will not come back by itself. */
  private Optional<SentenceVector> none(Throwable failed) {
    meters.modelFailed.increment();
    boolean missing = failed instanceof LinkageError;
    if (!missing) {
      LOG.atWarn()
          .setCause(failed)
          .log("the sentence model fails on a text, which is compared by its words alone");
    } else if (!unusable) {
      LOG.atError()
          .setCause(failed)
          .log("the sentence model cannot be run here: texts are compared by their words alone");
    }
    unusable |= missing;
    return Optional.empty();
  }
}
