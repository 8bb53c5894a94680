package dev.eddyline.task;

/** An invalid input. The message says which field, what was wrong and what is allowed. */
public final class BadInputException extends RuntimeException {

  /** An input that is invalid for this reason; the reason contains no text of the event. */
  public BadInputException(String reason) {
    super(reason);
  }
}
