package dev.eddyline.sessions;

/** A record of a session file that cannot be read. The message quotes no text of the record. */
final class InvalidRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  InvalidRecordException(String reason) {
    super(reason);
  }
}
