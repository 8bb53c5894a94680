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
   * An Avro record: it describes the annotated record, and each component that has the name of one
   * of its fields and no description of its own.
   */
  Class<?> of() default Void.class;

  /** The only texts that a component holds; none where it holds any. */
  String[] allowed() default {};
}
