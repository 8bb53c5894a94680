package dev.eddyline.replay;

import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.registry.UnknownSchemaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;

/** An in-memory schema registry that registers every schema at its first use. */
final class InMemoryRegistry implements SchemaRegistry {

  private final Map<Schema, Integer> ids = new HashMap<>();
  private final List<Schema> schemas = new ArrayList<>();

  @Override
  public synchronized int idOf(String subject, Schema schema) {
    Integer known = ids.get(schema);
    if (known != null) {
      return known;
    }
    schemas.add(schema);
    ids.put(schema, schemas.size());
    return schemas.size();
  }

  @Override
  public synchronized Schema schemaOf(int id) {
    if (id < 1 || id > schemas.size()) {
      throw new UnknownSchemaException(id, "never registered");
    }
    return schemas.get(id - 1);
  }

  @Override
  public void close() {
    // nothing to close
  }
}
