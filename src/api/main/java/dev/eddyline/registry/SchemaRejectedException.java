package dev.eddyline.registry;

/** Thrown when the registry rejects a schema for a subject. */
public final class SchemaRejectedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String subject;

  /** Creates the exception with the subject and the registry's reason. */
  public SchemaRejectedException(String subject, String reason) {
    super(subject + ": " + reason);
    this.subject = subject;
  }

  /** The subject that rejects the schema. */
  public String subject() {
    return subject;
  }
}
