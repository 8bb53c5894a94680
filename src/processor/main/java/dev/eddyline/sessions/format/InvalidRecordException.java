package dev.eddyline.sessions.format;

/** A record of a session file that cannot be read. The message quotes no text of the record. */
public final class InvalidRecordException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** A record that is not read, for this reason. */
  public InvalidRecordException(String reason) {
    super(reason);
  }
}
