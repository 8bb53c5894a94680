package dev.eddyline.state;

/**
 * A stored record that this release cannot read. No input caused it: the processor must stop, and
 * not dead-letter the input.
 */
public final class DamagedStateException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A failure with this message, which contains no stored text. */
  DamagedStateException(String message) {
    super(message);
  }

  /** A failure with this message and cause. */
  DamagedStateException(String message, Exception cause) {
    super(message, cause);
  }
}
