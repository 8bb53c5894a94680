package dev.eddyline.registry;

import java.util.Arrays;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** How Avro reads and writes records of a generated class. */
final class RecordModel {

  private RecordModel() {}

  /**
   * A model of one's own, with the class's conversions. Where Avro generated code that reads and
   * writes records field by field it is used: several times as fast as walking the schema.
   */
  static SpecificData of(Class<? extends SpecificRecord> type) {
    SpecificData model = new SpecificData(type.getClassLoader());
    SpecificData.getForClass(type).getConversions().forEach(model::addLogicalTypeConversion);
    model.setCustomCoders(true);
    // the fast way round a schema would pass the generated code over
    model.setFastReaderEnabled(!hasCoders(type));
    return model;
  }

  private static boolean hasCoders(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(method -> method.getName().equals("hasCustomCoders"));
  }
}
