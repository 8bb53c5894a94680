package dev.eddyline.detect.similarity;

import java.util.Objects;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A fault-tolerant sentence model: a text that fails is retried a few times, and then has no
 * vector. The model is loaded on first use.
 */
public final class FaultTolerantModel implements SentenceEncoder {

  /** Maximum attempts for a text. */
  static final int MAX_ATTEMPTS = 3;

  private static final Logger LOG = LoggerFactory.getLogger(FaultTolerantModel.class);
  private static final long PAUSE_MILLIS = 100;

  private final SentenceEncoder model;
  private final LongConsumer pause;
  private final Runnable onFailure;
  private boolean unusable;

  /**
   * Creates an instance for one thread.
   *
   * @param pause sleeps for this many milliseconds, or less on shutdown
   * @param onFailure called for each text that has no vector because the model failed
   */
  public FaultTolerantModel(SentenceEncoder model, LongConsumer pause, Runnable onFailure) {
    this.model = Objects.requireNonNull(model, "model");
    this.pause = Objects.requireNonNull(pause, "pause");
    this.onFailure = Objects.requireNonNull(onFailure, "onFailure");
  }

  /** Empty if the model does not know the language, or fails. */
  @Override
  public Optional<SentenceVector> vector(String text) {
    for (int attempt = 1; ; attempt++) {
      try {
        return model.vector(text);
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

  /** Logs and reports a failure; a missing model is logged only once. */
  private Optional<SentenceVector> recordFailureAndReturnEmpty(Throwable failed) {
    onFailure.run();
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
