package dev.eddyline.evaluator;

import java.time.Duration;
import java.util.Optional;

/**
 * A call of the model failed, or its answer is invalid. The message contains no text of an event.
 */
final class EndpointFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isPassing;
  private final Duration after;

  private EndpointFailedException(String message, boolean isPassing, Duration after) {
    super(message);
    this.isPassing = isPassing;
    this.after = after;
  }

  /** A failure that may be retried. */
  static EndpointFailedException again(String message) {
    return new EndpointFailedException(message, true, null);
  }

  /** A failure that may be retried after this time. */
  static EndpointFailedException after(Duration after, String message) {
    return new EndpointFailedException(message, true, after);
  }

  /** A failure that must not be retried. */
  static EndpointFailedException forGood(String message) {
    return new EndpointFailedException(message, false, null);
  }

  /** Whether a retry may help. */
  boolean isPassing() {
    return isPassing;
  }

  /** The wait requested by the endpoint, if any. */
  Optional<Duration> after() {
    return Optional.ofNullable(after);
  }
}
