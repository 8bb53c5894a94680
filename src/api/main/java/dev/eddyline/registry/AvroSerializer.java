package dev.eddyline.registry;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.avro.RecordModel;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Encodes records of one generated class in Confluent's wire format, with the schema of the subject
 * {@code <topic>-value}; null stays null. Thread-safe.
 */
public final class AvroSerializer<T extends SpecificRecord> implements Serializer<T> {

  /** Initial buffer size, bytes; enough for most values. */
  private static final int INITIAL_BUFFER_BYTES = 4096;

  private final Class<T> type;
  private final SchemaRegistry registry;
  private final Schema schema;
  private final DatumWriter<T> writer;
  private final Map<String, String> subjects = new ConcurrentHashMap<>();
  private final ThreadLocal<ByteEncoder> encoders =
      ThreadLocal.withInitial(() -> new ByteEncoder(INITIAL_BUFFER_BYTES));

  /** A serializer of the class's records; the caller closes the registry. */
  public AvroSerializer(Class<T> type, SchemaRegistry registry) {
    this.type = Objects.requireNonNull(type, "type");
    this.registry = Objects.requireNonNull(registry, "registry");
    this.schema = SpecificData.getForClass(type).getSchema(type);
    this.writer = new SpecificDatumWriter<>(schema, RecordModel.of(type));
  }

  /**
   * The record's bytes.
   *
   * @throws SerializationException when the record lacks what its schema requires
   * @throws SchemaRejectedException when the registry rejects the schema
   * @throws RegistryUnavailableException when the registry client is closed or timed out
   */
  @Override
  public byte[] serialize(String topic, T data) {
    if (data == null) {
      return null;
    }
    int id = registry.idOf(subjects.computeIfAbsent(topic, name -> name + "-value"), schema);
    ByteEncoder encoder = encoders.get();
    try {
      encoder.start(WireFormat.header(id));
      writer.write(data, encoder);
      return encoder.toByteArray();
    } catch (IOException | RuntimeException e) {
      throw new SerializationException(
          "%s: %s does not fit its own schema: %s"
              .formatted(topic, schema.getFullName(), describeEncodingFault(data)));
    }
  }

  /**
   * What is wrong with a record, found by encoding it by its schema: generated code does not report
   * it. Avro's message names the field for a missing value, but quotes the value for a wrong one.
   */
  private String describeEncodingFault(T data) {
    BinaryEncoder discarding =
        EncoderFactory.get().directBinaryEncoder(OutputStream.nullOutputStream(), null);
    try {
      new SpecificDatumWriter<T>(schema, SpecificData.getForClass(type)).write(data, discarding);
      return "it changes while it is written";
    } catch (IOException | RuntimeException e) {
      return e instanceof NullPointerException ? e.getMessage() : e.getClass().getSimpleName();
    }
  }
}
