package dev.eddyline.meaning;

import dev.eddyline.detect.similarity.SentenceEncoder;
import dev.eddyline.detect.similarity.SentenceVector;
import dev.eddyline.metrics.MeaningMeters;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fault-tolerant sentence model: a text that fails is retried a few times, and then has no
 * vector. Failures are counted; the model is loaded on first use.
 */
public final class FaultTolerantModel {

  /** Maximum attempts for a text. */
  static final int MAX_ATTEMPTS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(FaultTolerantModel.class);
  private static final long PAUSE_MILLIS = 100;

  private final SentenceEncoder model;
  private final MeaningMeters meters;
  private final LongConsumer pause;
  private boolean unusable;

  /**
   * Creates an instance for one thread.
   *
   * @param pause sleeps for this many milliseconds, or less on shutdown
   */
  public FaultTolerantModel(SentenceEncoder model, MeaningMeters meters, LongConsumer pause) {
    this.model = Objects.requireNonNull(model, "model");
    this.meters = Objects.requireNonNull(meters, "meters");
    this.pause = Objects.requireNonNull(pause, "pause");
  }

  /** The vector of a text; empty if the model does not know its language, or fails. */
  public Optional<SentenceVector> vector(String text) {
    for (int attempt = 1; ; attempt++) {
      try {
        long begun = System.nanoTime();
        Optional<SentenceVector> computed = model.vector(text);
        if (computed.isPresent()) {
          meters.inferenceSeconds.record((System.nanoTime() - begun) / 1e9);
          meters.textsWithComputedVector.increment();
        }
        return computed;
      } catch (LinkageError absent) {
        return recordFailureAndReturnEmpty(absent);
      } catch (RuntimeException | StackOverflowError failed) {
        if (attempt == MAX_ATTEMPTS) {
          return recordFailureAndReturnEmpty(failed);
        }
        pause.accept(attempt * PAUSE_MILLIS);
      }
    }
  }

  /** Logs and counts a failure; a missing model is logged only once. */
  private Optional<SentenceVector> recordFailureAndReturnEmpty(Throwable failed) {
    meters.textsFailedByModel.increment();
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
