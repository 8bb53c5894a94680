package dev.eddyline.fuzz;

import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.registry.UnknownSchemaException;
import java.util.List;
import org.apache.avro.Schema;

/** A registry with these schemas, ids from 1; the first is used for writing. */
record FixedRegistry(List<Schema> schemas) implements SchemaRegistry {

  @Override
  public int idOf(String subject, Schema schema) {
    return 1;
  }

  @Override
  public Schema schemaOf(int id) {
    if (id < 1 || id > schemas.size()) {
      throw new UnknownSchemaException(id, "not known");
    }
    return schemas.get(id - 1);
  }

  @Override
  public void close() {
    // nobody waits
  }
}
