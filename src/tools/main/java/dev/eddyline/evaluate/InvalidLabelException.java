package dev.eddyline.evaluate;

/** A line of a file with labels or cases is invalid. The message names the field and the rule. */
final class InvalidLabelException extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidLabelException(String reason) {
    super(reason);
  }
}
