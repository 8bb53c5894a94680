package dev.eddyline.task;

/**
 * An input that cannot be taken; the message says which field, what was wrong and what is allowed.
 */
public final class BadInputException extends RuntimeException {

  /** An input that cannot be taken for this reason; the reason holds no text of the event. */
  public BadInputException(String reason) {
    super(reason);
  }
}
