package dev.eddyline.json;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/**
 * An Avro data model that creates instances of generated classes, or generic records for other
 * schemas.
 *
 * <p>Avro loads a class by name only if the process trusts it. Here all schemas come from generated
 * classes, so that the process-wide list need not change.
 */
final class CompiledAvroModel extends SpecificData {
  private static final String PACKAGE = "dev.eddyline.schema";

  CompiledAvroModel() {
    super(CompiledAvroModel.class.getClassLoader());
  }

  @Override
  public Class<?> getClass(Schema schema) {
    boolean named = schema.getType() == Schema.Type.RECORD || schema.getType() == Schema.Type.ENUM;
    if (!named) {
      return super.getClass(schema);
    }
    if (!PACKAGE.equals(schema.getNamespace())) {
      return null;
    }
    try {
      return Class.forName(schema.getFullName(), true, getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "No class was compiled from " + schema.getFullName() + ": rebuild the project", e);
    }
  }
}
