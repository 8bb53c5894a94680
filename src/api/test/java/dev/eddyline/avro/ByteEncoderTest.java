package dev.eddyline.avro;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.util.RandomData;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteEncoderTest {

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

  private final ByteEncoder encoder = new ByteEncoder(1);

  @RepeatedTest(300)
  void writesSameBytesAsAvroEncoder(RepetitionInfo run) throws IOException {
    // Given
    Object drawn =
        new RandomData(EVERYTHING, 1, (long) run.getCurrentRepetition()).iterator().next();
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    BinaryEncoder avro = EncoderFactory.get().directBinaryEncoder(expected, null);
    new GenericDatumWriter<>(EVERYTHING).write(drawn, avro);

    // When
    new GenericDatumWriter<>(EVERYTHING).write(drawn, encoder);

    // Then
    assertThat(encoder.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1, 63, 64, -64, -65, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE})
  void writesNumbersAsAvroDoes(long number) throws IOException {
    // Given
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    EncoderFactory.get().directBinaryEncoder(expected, null).writeLong(number);

    // When
    encoder.writeLong(number);

    // Then
    assertThat(encoder.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @Test
  void writesNumbersOfEachLengthAsAvroDoes() throws IOException {
    // Given
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    BinaryEncoder avro = EncoderFactory.get().directBinaryEncoder(expected, null);

    // When
    for (int bits = 0; bits < Long.SIZE; bits++) {
      for (long near = -2; near <= 2; near++) {
        for (long number : new long[] {(1L << bits) + near, -(1L << bits) + near}) {
          avro.writeLong(number);
          encoder.writeLong(number);
        }
      }
    }

    // Then
    assertThat(encoder.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 31, 62, 63, 64, 200, 9000})
  void writesTextsOfAnyLengthAsAvroDoes(int length) throws IOException {
    for (String sign : new String[] {"a", "é", "失", "😀"}) {
      // Given
      String text = "x".repeat(length) + sign;
      ByteArrayOutputStream expected = new ByteArrayOutputStream();
      EncoderFactory.get().directBinaryEncoder(expected, null).writeString(text);

      // When
      encoder.start();
      encoder.writeString(text);

      // Then
      assertThat(encoder.toByteArray()).isEqualTo(expected.toByteArray());
    }
  }

  @Test
  void startWritesTheHeaderAgain() {
    // Given
    encoder.writeString("half a record");

    // When
    encoder.start((byte) 7, (byte) 8);
    encoder.writeBoolean(true);

    // Then
    assertThat(encoder.toByteArray()).containsExactly(7, 8, 1);
  }
}
