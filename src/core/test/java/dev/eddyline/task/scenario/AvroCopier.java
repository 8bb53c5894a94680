package dev.eddyline.task.scenario;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions.TimestampMillisConversion;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Deep copies of Avro records. Avro's own copies load classes by name, which requires trusted
 * classes for the whole process. These do not, so that the detectors cannot depend on that.
 */
public final class AvroCopier extends SpecificData {

  private static final AvroCopier MODEL = new AvroCopier();

  private AvroCopier() {
    super(AvroCopier.class.getClassLoader());
    addLogicalTypeConversion(new TimestampMillisConversion());
  }

  /** A copy that shares nothing with the record; null for null. */
  public static <T extends SpecificRecord> T deepCopy(T record) {
    return record == null ? null : MODEL.deepCopy(record.getSchema(), record);
  }

  /** An empty record. */
  public static IndexedRecord emptyRecord(Schema schema) {
    return (IndexedRecord) MODEL.newRecord(null, schema);
  }

  /** The enum symbol of this name. */
  public static Object enumSymbol(String name, Schema schema) {
    return MODEL.createEnum(name, schema);
  }

  /** The record in Avro's binary encoding. */
  public static byte[] encode(SpecificRecord record) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);
    try {
      new SpecificDatumWriter<SpecificRecord>(record.getSchema(), MODEL).write(record, encoder);
      encoder.flush();
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  @Override
  public Class<?> getClass(Schema schema) {
    boolean named = schema.getType() == Schema.Type.RECORD || schema.getType() == Schema.Type.ENUM;
    if (!named) {
      return super.getClass(schema);
    }
    try {
      return Class.forName(schema.getFullName(), true, getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("there is no generated class for " + schema.getFullName(), e);
    }
  }
}
