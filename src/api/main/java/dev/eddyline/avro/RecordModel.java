package dev.eddyline.avro;

import java.util.Arrays;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** The Avro data model of a generated class. */
public final class RecordModel {

  private RecordModel() {}

  /**
   * Creates a model with the class's conversions. Generated code that reads and writes records
   * field by field is used where Avro generated it: several times as fast as walking the schema.
   */
  public static SpecificData of(Class<? extends SpecificRecord> type) {
    SpecificData model = new SpecificData(type.getClassLoader());
    SpecificData.getForClass(type).getConversions().forEach(model::addLogicalTypeConversion);
    model.setCustomCoders(true);
    // Avro's fast reader would bypass the generated code
    model.setFastReaderEnabled(!hasCoders(type));
    return model;
  }

  private static boolean hasCoders(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(method -> method.getName().equals("hasCustomCoders"));
  }
}
