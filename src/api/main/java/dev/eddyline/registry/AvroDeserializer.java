package dev.eddyline.registry;

import dev.eddyline.avro.RecordModel;
import dev.eddyline.avro.TrustedRecords;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.AvroTypeException;
import org.apache.avro.Schema;
import org.apache.avro.io.DatumReader;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;

/**
 * Decodes Confluent's wire format into records of one generated class, whatever version of the
 * schema a value was written with; null stays null. Thread-safe.
 *
 * <p>Arbitrary bytes become either a record or a {@link SerializationException}, whose message says
 * what is wrong without quoting them.
 */
public final class AvroDeserializer<T extends SpecificRecord> implements Deserializer<T> {

  private final Class<T> type;
  private final SchemaRegistry registry;
  private final Schema schema;
  private final ThreadLocal<ReaderState> readerStateOfThread =
      ThreadLocal.withInitial(ReaderState::new);

  /** A deserializer into the class; the caller closes the registry. */
  public AvroDeserializer(Class<T> type, SchemaRegistry registry) {
    this.type = Objects.requireNonNull(type, "type");
    this.registry = Objects.requireNonNull(registry, "registry");
    this.schema = SpecificData.getForClass(type).getSchema(type);
    TrustedRecords.trustPackageOf(type);
  }

  /**
   * The record in the bytes.
   *
   * @throws SerializationException when the bytes are not a valid record
   * @throws RegistryUnavailableException when the registry client is closed or timed out
   */
  @Override
  public T deserialize(String topic, byte[] data) {
    if (data == null) {
      return null;
    }
    int id = WireFormat.schemaId(topic, data);
    ReaderState state = readerStateOfThread.get();
    DatumReader<T> reader = readerForSchemaId(topic, id, state);
    BoundedDecoder decoder = state.decoder;
    decoder.start(data, WireFormat.HEADER_BYTES);
    try {
      T result = type.cast(reader.read(null, decoder));
      if (decoder.remainingBytes() > 0) {
        throw deserializationException(
            topic, id, decoder.remainingBytes() + " bytes are left after the record");
      }
      return result;
    } catch (BoundedDecoder.MalformedException | AvroTypeException e) {
      // their messages contain lengths and schemas only
      throw deserializationException(topic, id, SchemaTexts.oneLine(e.getMessage()));
    } catch (SerializationException e) {
      throw e;
    } catch (IOException | RuntimeException | StackOverflowError e) {
      throw deserializationException(
          topic,
          id,
          "%s at byte %d of %d"
              .formatted(e.getClass().getSimpleName(), decoder.position(), data.length));
    } finally {
      decoder.release();
    }
  }

  private DatumReader<T> readerForSchemaId(String topic, int id, ReaderState state) {
    DatumReader<T> known = state.readers.get(id);
    if (known != null) {
      return known;
    }
    Schema writer;
    try {
      writer = registry.schemaOf(id);
    } catch (UnknownSchemaException e) {
      throw new SerializationException(topic + ": " + e.getMessage(), e);
    }
    try {
      DatumReader<T> reader =
          new SpecificDatumReader<>(
              RecordNameMatcher.rewriteWriterSchemaByName(writer, schema), schema, state.model);
      state.readers.put(id, reader);
      return reader;
    } catch (AvroRuntimeException | StackOverflowError e) {
      throw deserializationException(
          topic, id, "its schema is not usable: " + e.getClass().getSimpleName());
    }
  }

  private SerializationException deserializationException(String topic, int id, String why) {
    return new SerializationException(
        "%s: value with schema id %d cannot be read as %s: %s"
            .formatted(topic, id, schema.getFullName(), why));
  }

  /**
   * Decoding state of one thread. The model is a copy of the class's own, because Avro's readers
   * use unsynchronised caches in it.
   */
  private final class ReaderState {

    private final BoundedDecoder decoder = new BoundedDecoder();
    private final Map<Integer, DatumReader<T>> readers = new HashMap<>();
    private final SpecificData model = RecordModel.of(type);
  }
}
