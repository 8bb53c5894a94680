package dev.eddyline.registry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Decodes and encodes records in Confluent's wire format with the writer's schema, so that changing
 * a record preserves fields that this version does not know. For one thread at a time.
 */
public final class GenericRecordCodec {

  private final SchemaRegistry registry;
  private final BoundedDecoder decoder = new BoundedDecoder();

  /** A codec with the schemas of this registry, which the caller closes. */
  public GenericRecordCodec(SchemaRegistry registry) {
    this.registry = Objects.requireNonNull(registry, "registry");
  }

  /**
   * The record in the bytes.
   *
   * @throws SerializationException when the bytes are not a valid record
   * @throws RegistryUnavailableException when the registry client is closed or timed out
   */
  public GenericRecord read(String topic, byte[] value) {
    int id = WireFormat.schemaId(topic, value);
    try {
      Schema schema = registry.schemaOf(id);
      decoder.start(value, WireFormat.HEADER_BYTES);
      return (GenericRecord) new GenericDatumReader<>(schema).read(null, decoder);
    } catch (UnknownSchemaException unknown) {
      throw new SerializationException(topic + ": " + unknown.getMessage(), unknown);
    } catch (IOException | AvroRuntimeException | ClassCastException malformed) {
      throw new SerializationException(
          "%s: value with schema id %d cannot be read".formatted(topic, id), malformed);
    } finally {
      decoder.release();
    }
  }

  /** Encodes a changed record that {@link #read} decoded from these bytes. */
  public byte[] write(GenericRecord record, byte[] before) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(before.length);
    bytes.write(before, 0, WireFormat.HEADER_BYTES);
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
    try {
      new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
      encoder.flush();
    } catch (IOException impossible) {
      throw new IllegalStateException(impossible);
    }
    return bytes.toByteArray();
  }
}
