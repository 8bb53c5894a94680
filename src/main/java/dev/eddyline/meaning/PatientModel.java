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
 * A fault-tolerant sentence model: a text that fails is retried a few times, and then has no
 * vector. Failures are counted; the model is loaded on first use.
 */
public final class PatientModel {

  /** Maximum attempts for a text. */
  static final int TRIES = 3;

  private static final Logger LOG = LoggerFactory.getLogger(PatientModel.class);
  private static final long PAUSE_MILLIS = 100;

  private final Supplier<SentenceEncoder> model;
  private final MeaningMeters meters;
  private final LongConsumer pause;
  private boolean unusable;

  /**
   * Creates an instance for one thread.
   *
   * @param pause sleeps for this many milliseconds, or less on shutdown
   */
  public PatientModel(Supplier<SentenceEncoder> model, MeaningMeters meters, LongConsumer pause) {
    this.model = Objects.requireNonNull(model, "model");
    this.meters = Objects.requireNonNull(meters, "meters");
    this.pause = Objects.requireNonNull(pause, "pause");
  }

  /** The vector of a text; empty if the model fails. */
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

  /** Logs and counts a failure; a missing model is logged only once. */
  private Optional<SentenceVector> none(Throwable failed) {
    meters.modelFailed.increment();
    boolean missing = failed instanceof LinkageError;
    if (!missing) {
      LOG.atWarn()
          .setCause(failed)
          .log("sentence model failed on a text: it is compared by words only");
    } else if (!unusable) {
      LOG.atError()
          .setCause(failed)
          .log("sentence model unavailable: texts are compared by words only");
    }
    unusable |= missing;
    return Optional.empty();
  }
}
