package dev.eddyline.state;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.avro.RecordModel;
import dev.eddyline.avro.TrustedRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.avro.Schema;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * A part that is a record in Avro's binary form, without the id of its schema: the version of the
 * layout says which schemas all parts have.
 *
 * @param <T> the generated class
 */
public final class AvroCodec<T extends SpecificRecord> implements PartCodec<T> {

  /** Initial buffer size, bytes; enough for most records. */
  private static final int INITIAL_BUFFER_BYTES = 1024;

  @SuppressWarnings({"rawtypes", "unchecked"}) // Java has no type for "a record class"
  private static final ClassValue<AvroCodec<?>> CODECS =
      new ClassValue<>() {
        @Override
        protected AvroCodec<?> computeValue(Class<?> type) {
          return new AvroCodec(type.asSubclass(SpecificRecord.class));
        }
      };

  private final Class<T> type;
  private final Schema schema;
  private final DatumWriter<T> writer;

  /** Avro's readers use unsynchronised caches. */
  private final ThreadLocal<DatumReader<T>> readers = ThreadLocal.withInitial(this::reader);

  /** The form of this class's records. */
  public AvroCodec(Class<T> type) {
    this.type = type;
    schema = SpecificData.getForClass(type).getSchema(type);
    writer = new SpecificDatumWriter<>(schema, RecordModel.of(type));
    TrustedRecords.trustPackageOf(type);
  }

  /** The form of this class's records, created once. */
  @SuppressWarnings("unchecked") // computed for this class
  public static <T extends SpecificRecord> AvroCodec<T> of(Class<T> type) {
    return (AvroCodec<T>) CODECS.get(type);
  }

  /** The bytes of a record. */
  public byte[] encode(T record) {
    ByteEncoder encoder = new ByteEncoder(INITIAL_BUFFER_BYTES);
    try {
      writer.write(record, encoder);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return encoder.toByteArray();
  }

  /** The record of bytes that this class encoded. */
  public T decode(byte[] bytes) {
    try {
      return read(ByteBuffer.wrap(bytes));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /**
   * A copy that shares nothing with the record, as by way of a topic: times have milliseconds, and
   * texts are valid Unicode.
   */
  public T copy(T record) {
    return decode(encode(record));
  }

  /** The generated class. */
  Class<T> type() {
    return type;
  }

  private DatumReader<T> reader() {
    return new SpecificDatumReader<>(schema, schema, RecordModel.of(type));
  }

  @Override
  public void write(T part, ByteEncoder out) throws IOException {
    writer.write(part, out);
  }

  @Override
  public T read(ByteBuffer bytes) throws IOException {
    BinaryDecoder decoder =
        DecoderFactory.get()
            .binaryDecoder(
                bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining(), null);
    T part = readers.get().read(null, decoder);
    if (!decoder.isEnd()) {
      throw new IOException("bytes are left after a record of " + schema.getFullName());
    }
    return part;
  }
}
