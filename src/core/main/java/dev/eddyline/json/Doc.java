package dev.eddyline.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The description of a record or of one of its components, for the API's document. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.FIELD})
public @interface Doc {

  /** The description; empty where an Avro schema has it. */
  String value() default "";

  /**
   * An Avro record that describes the annotated record, and each component without its own
   * description by the field of the same name.
   */
  Class<?> of() default Void.class;

  /** The allowed texts of a component; empty for any. */
  String[] allowed() default {};
}
