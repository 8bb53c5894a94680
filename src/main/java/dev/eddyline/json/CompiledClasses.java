package dev.eddyline.json;

import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/**
 * Makes Avro objects of the classes that were compiled from the schema at hand, or generic ones for
 * a schema that was not compiled.
 *
 * <p>Avro itself finds a class by its name only when the process trusts it, since a schema may come
 * from anywhere. Here only schemas out of this program's own classes are used, so that no list for
 * the whole process needs to change.
 */
final class CompiledClasses extends SpecificData {
  private static final String PACKAGE = "dev.eddyline.schema";

  CompiledClasses() {
    super(CompiledClasses.class.getClassLoader());
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
          "No class was compiled from " + schema.getFullName() + ": build the project anew", e);
    }
  }
}
