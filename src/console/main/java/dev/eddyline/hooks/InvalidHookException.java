package dev.eddyline.hooks;

/**
 * Thrown for hook JSON that cannot be mapped. It does not quote the hook, which may contain
 * secrets, and has no stack trace, since a client can send many.
 */
public final class InvalidHookException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String field;

  /**
   * Exception for one field.
   *
   * @param field name of the field; null where the whole body is wrong
   */
  InvalidHookException(String field, String problem) {
    super(field == null ? problem : field + " " + problem, null, false, false);
    this.field = field;
  }

  /** Name of the wrong field; null where the whole body is wrong. */
  public String field() {
    return field;
  }
}
