package dev.eddyline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.Utf8;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedDecoderTest {

  private static final Schema EVERYTHING =
      new Schema.Parser()
          .parse(
              """
              {"type": "record", "name": "Everything", "fields": [
                {"name": "boolean", "type": "boolean"},
                {"name": "int", "type": "int"},
                {"name": "long", "type": "long"},
                {"name": "float", "type": "float"},
                {"name": "double", "type": "double"},
                {"name": "string", "type": "string"},
                {"name": "bytes", "type": "bytes"},
                {"name": "fixed", "type": {"type": "fixed", "name": "Four", "size": 4}},
                {"name": "enum", "type":
                  {"type": "enum", "name": "Colour", "symbols": ["RED", "GREEN"]}},
                {"name": "union", "type": ["null", "string"]},
                {"name": "array", "type":
                  {"type": "array", "items": {"type": "array", "items": "long"}}},
                {"name": "map", "type": {"type": "map", "values": "string"}}
              ]}
              """);

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsBytesOfAvroEncoder(boolean inBlocksWithSizes) throws IOException {
    // Given
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      GenericData.Record record = everything(random);
      BoundedDecoder decoder = decoderOf(encoded(record, inBlocksWithSizes));

      // When
      Object read = new GenericDatumReader<>(EVERYTHING).read(null, decoder);

      // Then
      assertThat(read).isEqualTo(record);
      assertThat(decoder.remainingBytes()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void skipsBytesOfAvroEncoder(boolean inBlocksWithSizes) throws IOException {
    // Given
    Random random = new Random(8);
    for (int i = 0; i < 500; i++) {
      BoundedDecoder decoder = decoderOf(encoded(everything(random), inBlocksWithSizes));

      // When
      GenericDatumReader.skip(EVERYTHING, decoder);

      // Then
      assertThat(decoder.remainingBytes()).isZero();
    }
  }

  @Test
  void readsTheExtremesOfALong() throws IOException {
    // Given
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    encoder.writeLong(Long.MIN_VALUE);
    encoder.writeLong(Long.MAX_VALUE);
    BoundedDecoder decoder = decoderOf(out.toByteArray());

    // When
    List<Long> read = List.of(decoder.readLong(), decoder.readLong());

    // Then
    assertThat(read).containsExactly(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  @Test
  void refusesANumberThatNeverEnds() {
    // Given
    byte[] bytes = new byte[20];
    java.util.Arrays.fill(bytes, (byte) 0xff);
    BoundedDecoder decoder = decoderOf(bytes);

    // When
    assertThatThrownBy(decoder::readLong)
        // Then
        .isInstanceOf(BoundedDecoder.MalformedException.class)
        .hasMessage("at byte 10 of 20 a number is longer than 10 bytes");
  }

  @Test
  void refusesAnIntOfMoreThan32Bits() {
    // Given
    BoundedDecoder decoder = decoderOf(-1, -1, -1, -1, -1, 1);

    // When
    assertThatThrownBy(decoder::readInt)
        // Then
        .isInstanceOf(BoundedDecoder.MalformedException.class)
        .hasMessageContaining("does not fit 32 bits");
  }

  @Test
  void refusesABlockCountWithoutAnOpposite() {
    // Given: -2^63, then a block size of 0
    BoundedDecoder decoder = decoderOf(-1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0);

    // When
    assertThatThrownBy(decoder::readArrayStart)
        // Then
        .isInstanceOf(BoundedDecoder.MalformedException.class);
  }

  @Test
  void refusesABooleanOfTwo() {
    // Given
    BoundedDecoder decoder = decoderOf(2);

    // When
    assertThatThrownBy(decoder::readBoolean)
        // Then
        .isInstanceOf(BoundedDecoder.MalformedException.class);
  }

  @Test
  void refusesALengthBelowZero() {
    // Given
    BoundedDecoder decoder = decoderOf(1, 0, 0);

    // When
    assertThatThrownBy(decoder::readString)
        // Then
        .isInstanceOf(BoundedDecoder.MalformedException.class)
        .hasMessageContaining("says it is -1 bytes long");
  }

  private static BoundedDecoder decoderOf(int... bytes) {
    byte[] array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      array[i] = (byte) bytes[i];
    }
    return decoderOf(array);
  }

  private static BoundedDecoder decoderOf(byte[] bytes) {
    BoundedDecoder decoder = new BoundedDecoder();
    decoder.start(bytes, 0);
    return decoder;
  }

  private static byte[] encoded(GenericData.Record record, boolean inBlocksWithSizes)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder =
        inBlocksWithSizes
            ? new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(out, null)
            : EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<>(EVERYTHING).write(record, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static GenericData.Record everything(Random random) {
    GenericData.Record record = new GenericData.Record(EVERYTHING);
    byte[] four = new byte[4];
    random.nextBytes(four);
    record.put("boolean", random.nextBoolean());
    record.put("int", random.nextInt());
    record.put("long", random.nextLong() >> random.nextInt(64));
    record.put("float", random.nextFloat());
    record.put("double", random.nextGaussian());
    record.put("string", new Utf8("grün " + random.nextInt()));
    record.put("bytes", ByteBuffer.wrap(new byte[random.nextInt(50)]));
    record.put("fixed", new GenericData.Fixed(EVERYTHING.getField("fixed").schema(), four));
    record.put(
        "enum",
        new GenericData.EnumSymbol(
            EVERYTHING.getField("enum").schema(), random.nextBoolean() ? "RED" : "GREEN"));
    record.put("union", random.nextBoolean() ? null : new Utf8("u"));
    record.put(
        "array",
        random
            .ints(random.nextInt(9), 0, 30)
            .mapToObj(n -> random.longs(n).boxed().toList())
            .toList());
    record.put("map", random.nextBoolean() ? Map.of() : Map.of(new Utf8("k"), new Utf8("v")));
    return record;
  }
}
