package dev.eddyline.config;

/** A setting is invalid. The message names it and says what is allowed. */
public final class InvalidSettingException extends RuntimeException {

  /** An invalid setting with this reason. */
  public InvalidSettingException(String reason) {
    super(reason);
  }
}
