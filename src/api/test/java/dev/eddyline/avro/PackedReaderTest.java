package dev.eddyline.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedReaderTest {

  private static byte[] written(long number) {
    ByteEncoder encoder = new ByteEncoder(10);
    encoder.start();
    encoder.writeLong(number);
    return encoder.toByteArray();
  }

  /** A number of this many bytes, all but the last with continuation bit. */
  private static byte[] ofLength(int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, 0, length - 1, (byte) 0x80);
    bytes[length - 1] = 1;
    return bytes;
  }

  @Test
  void readsNumbersOfEachLengthAndStopsBehindThem() {
    for (int bits = 0; bits < Long.SIZE; bits++) {
      for (long number : new long[] {(1L << bits) - 1, 1L << bits, -(1L << bits), ~(1L << bits)}) {
        // Given
        byte[] bytes = written(number);
        PackedReader reader = new PackedReader(ByteBuffer.wrap(bytes));

        // When
        long read = reader.number();

        // Then
        assertThat(read).isEqualTo(number);
        assertThat(reader.place()).isEqualTo(bytes.length);
        assertThat(reader.hasMore()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 64, -65, 1L << 31, Long.MAX_VALUE, Long.MIN_VALUE})
  void refusesANumberThatIsCutOffAtAnyByte(long number) {
    byte[] bytes = written(number);
    for (int length = 0; length < bytes.length; length++) {
      // bytes after the limit exist, but are not read
      PackedReader reader = new PackedReader(ByteBuffer.wrap(bytes, 0, length));

      assertThatThrownBy(reader::number).isInstanceOf(IndexOutOfBoundsException.class);
    }
  }

  @Test
  void refusesANumberOfMoreThanTenBytes() {
    assertThat(new PackedReader(ByteBuffer.wrap(ofLength(10))).number()).isEqualTo(1L << 62);
    assertThatThrownBy(new PackedReader(ByteBuffer.wrap(ofLength(11)))::number)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("longer than 10 bytes, up to byte 10");
  }

  @Test
  void readsFromPositionToLimitAndLeavesBothWhereTheyAre() {
    // Given
    ByteBuffer bytes = ByteBuffer.allocate(16).put((byte) 9).putLong(-7).put(new byte[] {4, 5, 6});
    bytes.flip().position(1);
    PackedReader reader = new PackedReader(bytes);

    // When
    long fixed = reader.fixed();
    ByteBuffer two = reader.slice(2);
    ByteBuffer one = reader.slice(1);

    // Then
    assertThat(fixed).isEqualTo(-7);
    assertThat(two).isEqualTo(ByteBuffer.wrap(new byte[] {4, 5}));
    assertThat(one).isEqualTo(ByteBuffer.wrap(new byte[] {6}));
    assertThat(reader.hasMore()).isFalse();
    assertThat(bytes.position()).isEqualTo(1);
    assertThatThrownBy(reader::fixed).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> reader.slice(1)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
