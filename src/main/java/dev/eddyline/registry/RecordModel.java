package dev.eddyline.registry;

import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;

/** How Avro reads and writes records of a generated class. */
final class RecordModel {

  private RecordModel() {}

  /**
   * A model of one's own, with the class's conversions. Where Avro generated code that reads and
   * writes a record field by field it is used: several times as fast as walking the schema.
   */
  static SpecificData of(Class<? extends SpecificRecord> type) {
    SpecificData model = new SpecificData(type.getClassLoader());
    SpecificData.getForClass(type).getConversions().forEach(model::addLogicalTypeConversion);
    model.setCustomCoders(true);
    return model;
  }
}
