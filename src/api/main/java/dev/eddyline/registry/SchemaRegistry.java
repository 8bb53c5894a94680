package dev.eddyline.registry;

import org.apache.avro.Schema;

/**
 * The Avro schemas that all readers and writers of the topics share; thread-safe.
 *
 * <p>Both lookups block while the registry is unavailable, without limit, until it responds, {@link
 * #close()} is called or the calling thread is interrupted. The last two throw {@link
 * RegistryUnavailableException}. Results are cached.
 */
public interface SchemaRegistry extends AutoCloseable {

  /**
   * The id under which values of the schema are written to the subject's topic.
   *
   * @throws SchemaRejectedException when the registry rejects the schema or, without automatic
   *     registration, does not know it
   * @throws RegistryUnavailableException when closed or interrupted before the registry responded
   */
  int idOf(String subject, Schema schema);

  /**
   * The schema that has the id.
   *
   * @throws UnknownSchemaException when the registry responds that it has no such Avro schema
   * @throws RegistryUnavailableException when closed or interrupted before the registry responded
   */
  Schema schemaOf(int id);

  /** Ends all waiting lookups; cached results remain available. */
  @Override
  void close();
}
