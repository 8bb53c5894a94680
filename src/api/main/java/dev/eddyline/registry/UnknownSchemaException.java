package dev.eddyline.registry;

/** Thrown when the registry has no Avro schema with this id. */
public final class UnknownSchemaException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int id;

  /** Creates the exception with the id and the reason. */
  public UnknownSchemaException(int id, String reason) {
    super("schema id " + id + ": " + reason);
    this.id = id;
  }

  /** The requested id. */
  public int id() {
    return id;
  }
}
