package dev.eddyline.evaluator;

import java.time.Duration;
import java.util.Optional;

/**
 * A call of the model failed, or its answer is invalid. The message contains no text of an event.
 */
final class EndpointFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isRetryable;
  private final Duration retryAfter;

  private EndpointFailedException(String message, boolean isPassing, Duration after) {
    super(message);
    this.isRetryable = isPassing;
    this.retryAfter = after;
  }

  /** A failure that may be retried. */
  static EndpointFailedException retryableFailure(String message) {
    return new EndpointFailedException(message, true, null);
  }

  /** A failure that may be retried after this time. */
  static EndpointFailedException retryAfter(Duration after, String message) {
    return new EndpointFailedException(message, true, after);
  }

  /** A failure that must not be retried. */
  static EndpointFailedException permanentFailure(String message) {
    return new EndpointFailedException(message, false, null);
  }

  /** Whether a retry may help. */
  boolean isRetryable() {
    return isRetryable;
  }

  /** The wait requested by the endpoint, if any. */
  Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
