package dev.eddyline.evaluator;

import java.time.Duration;
import java.util.Optional;

/** A model could not be asked, or gave no answer of use. Its message holds no text of an event. */
final class EndpointFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean isPassing;
  private final Duration after;

  private EndpointFailedException(String message, boolean isPassing, Duration after) {
    super(message);
    this.isPassing = isPassing;
    this.after = after;
  }

  /** Trying again may help. */
  static EndpointFailedException again(String message) {
    return new EndpointFailedException(message, true, null);
  }

  /** Trying again may help, but not before so long. */
  static EndpointFailedException after(Duration after, String message) {
    return new EndpointFailedException(message, true, after);
  }

  /** Trying again does not help. */
  static EndpointFailedException forGood(String message) {
    return new EndpointFailedException(message, false, null);
  }

  /** Whether trying again may help. */
  boolean isPassing() {
    return isPassing;
  }

  /** How long the endpoint asks to wait, if it does. */
  Optional<Duration> after() {
    return Optional.ofNullable(after);
  }
}
