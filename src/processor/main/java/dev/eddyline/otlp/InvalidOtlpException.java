package dev.eddyline.otlp;

/**
 * Thrown for a body that is not OTLP. It does not quote the body, which may contain secrets, and
 * has no stack trace, since a client can send many.
 */
public final class InvalidOtlpException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Exception with what is wrong and what is allowed. */
  InvalidOtlpException(String problem) {
    super(problem, null, false, false);
  }
}
