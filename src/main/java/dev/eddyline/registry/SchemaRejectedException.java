package dev.eddyline.registry;

/** The registry does not let values of a schema be written under a subject. */
public final class SchemaRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String subject;

  /** A subject that refuses a schema, and why, in the registry's words. */
  public SchemaRejectedException(String subject, String reason) {
    super(subject + ": " + reason);
    this.subject = subject;
  }

  /** The subject that refuses. */
  public String subject() {
    return subject;
  }
}
