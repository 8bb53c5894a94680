package dev.eddyline.config;

/** A setting that cannot be taken; the message names it and says what is allowed. */
public final class InvalidSettingException extends RuntimeException {

  /** A setting that cannot be taken for this reason. */
  public InvalidSettingException(String reason) {
    super(reason);
  }
}
