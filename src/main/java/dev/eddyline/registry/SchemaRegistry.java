package dev.eddyline.registry;

import org.apache.avro.Schema;

/**
 * The directory of Avro schemas that all readers and writers of the topics share; safe for use by
 * many threads.
 *
 * <p>A registry that cannot be reached is waited for, however long it takes: both questions block
 * until it answers, {@link #close()} is called or the calling thread is interrupted, and the last
 * two end them with {@link RegistryUnavailableException}. What was answered once is never asked
 * again.
 */
public interface SchemaRegistry extends AutoCloseable {

  /**
   * The id under which values of the schema are written to the subject's topic.
   *
   * @throws SchemaRejectedException when the registry refuses the schema or, told not to register,
   *     does not know it
   * @throws RegistryUnavailableException when closed or interrupted before the registry answered
   */
  int idOf(String subject, Schema schema);

  /**
   * The schema that has the id.
   *
   * @throws UnknownSchemaException when the registry answers that it has no such Avro schema
   * @throws RegistryUnavailableException when closed or interrupted before the registry answered
   */
  Schema schemaOf(int id);

  /** Ends all waiting questions; those answered before stay answered. */
  @Override
  void close();
}
