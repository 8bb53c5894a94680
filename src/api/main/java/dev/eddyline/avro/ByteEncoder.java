package dev.eddyline.avro;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.io.Encoder;
import org.apache.avro.util.Utf8;

/**
 * Encodes Avro's binary format into a reusable, growing array: Avro's own encoders copy each value
 * twice, and allocate an array for each text. For one thread at a time.
 */
public final class ByteEncoder extends Encoder {

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle FIXED_INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle FIXED_LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Most bytes that a number takes. */
  private static final int NUMBER_BYTES = 10;

  /** Mask of the number's bits in a byte. */
  private static final long SEVEN = 0x7f;

  /** The continuation bits of eight bytes. */
  private static final long MORE = 0x8080_8080_8080_8080L;

  /** Texts up to this length are written character by character, longer ones through an array. */
  private static final int SHORT = 63;

  private byte[] bytes;
  private int size;

  /**
   * An empty encoder.
   *
   * @param capacity initial capacity, bytes, at least 1; it grows on demand
   */
  public ByteEncoder(int capacity) {
    bytes = new byte[capacity];
  }

  /** Restarts with these bytes as header of the encoded value. */
  public void start(byte... header) {
    size = 0;
    writeFixed(header, 0, header.length);
  }

  /** All bytes written since the start. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** Number of bytes written since the start. */
  public int size() {
    return size;
  }

  /** Writes one byte. */
  public void writeByte(int value) {
    room(1);
    bytes[size++] = (byte) value;
  }

  /** Writes the lowest 16 bits of a number in 2 bytes, the highest first. */
  public void writeFixedShort(int value) {
    writeByte(value >> Byte.SIZE);
    writeByte(value);
  }

  /** Writes a number in 4 bytes, the highest first, as a {@code ByteBuffer} has it. */
  public void writeFixedInt(int value) {
    room(Integer.BYTES);
    FIXED_INT.set(bytes, size, value);
    size += Integer.BYTES;
  }

  /** Writes a number in 8 bytes, the highest first, as a {@code ByteBuffer} has it. */
  public void writeFixedLong(long value) {
    room(Long.BYTES);
    FIXED_LONG.set(bytes, size, value);
    size += Long.BYTES;
  }

  /** Replaces the 4 bytes at this position, which were written before. */
  public void replaceFixedInt(int position, int value) {
    FIXED_INT.set(bytes, position, value);
  }

  @Override
  public void flush() {}

  @Override
  public void writeNull() {}

  @Override
  public void writeBoolean(boolean value) {
    room(1);
    bytes[size++] = (byte) (value ? 1 : 0);
  }

  @Override
  public void writeInt(int value) {
    writeLong(value);
  }

  @Override
  public void writeLong(long value) {
    room(NUMBER_BYTES);
    long bits = value << 1 ^ value >> Long.SIZE - 1;
    if ((bits & ~SEVEN) == 0) {
      bytes[size++] = (byte) bits;
    } else {
      writeLonger(bits);
    }
  }

  /**
   * Writes a number of more than one byte, without a loop: lengths vary from one to the next, so a
   * branch would often be mispredicted.
   */
  private void writeLonger(long bits) {
    int length = (Long.SIZE + 6 - Long.numberOfLeadingZeros(bits)) / 7;
    long spread = bits & 0x0fff_ffffL | (bits & 0x00ff_ffff_f000_0000L) << 4;
    spread = spread & 0x0000_3fff_0000_3fffL | (spread & 0x0fff_c000_0fff_c000L) << 2;
    spread = spread & 0x007f_007f_007f_007fL | (spread & 0x3f80_3f80_3f80_3f80L) << 1;
    if (length <= Long.BYTES) {
      // all bytes but the last have the continuation bit
      LONG.set(bytes, size, spread | MORE >>> Byte.SIZE * (Long.BYTES + 1 - length));
    } else {
      LONG.set(bytes, size, spread | MORE);
      boolean isLongest = length == NUMBER_BYTES;
      bytes[size + 8] = (byte) (bits >>> 56 & SEVEN | (isLongest ? 0x80 : 0));
      bytes[size + 9] = 1;
    }
    size += length;
  }

  @Override
  public void writeFloat(float value) {
    room(Float.BYTES);
    INT.set(bytes, size, Float.floatToRawIntBits(value));
    size += Float.BYTES;
  }

  @Override
  public void writeDouble(double value) {
    room(Double.BYTES);
    LONG.set(bytes, size, Double.doubleToRawLongBits(value));
    size += Double.BYTES;
  }

  @Override
  public void writeString(Utf8 value) {
    writeBytes(value.getBytes(), 0, value.getByteLength());
  }

  @Override
  public void writeString(String value) {
    writeText(value, 0);
  }

  /** Writes the end of a text, from this character on, as a text. */
  public void writeText(String value, int from) {
    if (value.length() - from > SHORT || !writeAscii(value, from)) {
      byte[] utf8 = value.substring(from).getBytes(StandardCharsets.UTF_8);
      writeBytes(utf8, 0, utf8.length);
    }
  }

  /** Writes a short text, unless it is not ASCII. */
  private boolean writeAscii(String value, int from) {
    int length = value.length() - from;
    room(1 + length);
    int at = size;
    // up to 63, the length is one byte
    bytes[at++] = (byte) (length << 1);
    for (int place = from; place < value.length(); place++) {
      char sign = value.charAt(place);
      if (sign >= 128) {
        return false;
      }
      bytes[at++] = (byte) sign;
    }
    size = at;
    return true;
  }

  @Override
  public void writeBytes(ByteBuffer value) {
    int length = value.remaining();
    writeLong(length);
    room(length);
    value.get(value.position(), bytes, size, length);
    size += length;
  }

  @Override
  public void writeBytes(byte[] value, int start, int length) {
    writeLong(length);
    writeFixed(value, start, length);
  }

  @Override
  public void writeFixed(byte[] value, int start, int length) {
    room(length);
    System.arraycopy(value, start, bytes, size, length);
    size += length;
  }

  @Override
  public void writeEnum(int place) {
    writeLong(place);
  }

  @Override
  public void writeIndex(int branch) {
    writeLong(branch);
  }

  @Override
  public void writeArrayStart() {}

  /** An empty array or map has only the final empty block. */
  @Override
  public void setItemCount(long count) {
    if (count > 0) {
      writeLong(count);
    }
  }

  @Override
  public void startItem() {}

  @Override
  public void writeArrayEnd() {
    writeLong(0);
  }

  @Override
  public void writeMapStart() {}

  @Override
  public void writeMapEnd() {
    writeLong(0);
  }

  private void room(int more) {
    if (more > bytes.length - size) {
      grow(more);
    }
  }

  private void grow(int more) {
    bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
  }
}
