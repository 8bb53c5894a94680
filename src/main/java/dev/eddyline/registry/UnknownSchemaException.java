package dev.eddyline.registry;

/** The registry answered that it has no Avro schema of this id. */
public final class UnknownSchemaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int id;

  /** An id without a schema, and why. */
  public UnknownSchemaException(int id, String reason) {
    super("schema id " + id + ": " + reason);
    this.id = id;
  }

  /** The id asked for. */
  public int id() {
    return id;
  }
}
