package dev.eddyline.registry;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.avro.io.Decoder;
import org.apache.avro.util.Utf8;

/**
 * Decodes Avro's binary encoding from an untrusted byte array: allocations and loops are bounded by
 * the bytes at hand. For one thread at a time.
 *
 * <p>A value may declare no more elements, over all its arrays and maps, than it has bytes. This
 * excludes elements without bytes (an array of nulls), which Avro itself bounds only by the heap
 * size.
 */
final class BoundedDecoder extends Decoder {

  /**
   * Thrown for bytes that are not Avro; the message says where and why, and quotes none of them.
   */
  static final class MalformedException extends IOException {

    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final byte[] NO_BYTES = {};

  private byte[] bytes = NO_BYTES;
  private int position;
  private int elementsLeft;

  /** Starts decoding the array at the position. */
  void start(byte[] newBytes, int newPosition) {
    bytes = newBytes;
    position = newPosition;
    elementsLeft = newBytes.length - newPosition;
  }

  /** Releases the array. */
  void release() {
    start(NO_BYTES, 0);
  }

  /** Current position in the array, in bytes. */
  int position() {
    return position;
  }

  @Override
  public int remainingBytes() {
    return bytes.length - position;
  }

  @Override
  public void readNull() {}

  @Override
  public boolean readBoolean() throws IOException {
    byte value = bytes[advancePosition(1)];
    if (value != 0 && value != 1) {
      throw malformed("a boolean is neither 0 nor 1");
    }
    return value == 1;
  }

  @Override
  public int readInt() throws IOException {
    long value = readLong();
    if (value != (int) value) {
      throw malformed("an int does not fit 32 bits");
    }
    return (int) value;
  }

  @Override
  public long readLong() throws IOException {
    long bits = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = bytes[advancePosition(1)];
      bits |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return (bits >>> 1) ^ -(bits & 1);
      }
    }
    throw malformed("a number is longer than 10 bytes");
  }

  @Override
  public float readFloat() throws IOException {
    return Float.intBitsToFloat((int) INT.get(bytes, advancePosition(Float.BYTES)));
  }

  @Override
  public double readDouble() throws IOException {
    return Double.longBitsToDouble((long) LONG.get(bytes, advancePosition(Double.BYTES)));
  }

  @Override
  public String readString() throws IOException {
    int length = readByteLength();
    return new String(bytes, position - length, length, StandardCharsets.UTF_8);
  }

  @Override
  public Utf8 readString(Utf8 old) throws IOException {
    int length = readByteLength();
    return new Utf8(Arrays.copyOfRange(bytes, position - length, position));
  }

  @Override
  public void skipString() throws IOException {
    readByteLength();
  }

  @Override
  public ByteBuffer readBytes(ByteBuffer old) throws IOException {
    int length = readByteLength();
    return ByteBuffer.wrap(Arrays.copyOfRange(bytes, position - length, position));
  }

  @Override
  public void skipBytes() throws IOException {
    readByteLength();
  }

  @Override
  public void readFixed(byte[] target, int start, int length) throws IOException {
    System.arraycopy(bytes, advancePosition(length), target, start, length);
  }

  @Override
  public void skipFixed(int length) throws IOException {
    advancePosition(length);
  }

  @Override
  public int readEnum() throws IOException {
    return readInt();
  }

  @Override
  public int readIndex() throws IOException {
    return readInt();
  }

  @Override
  public long readArrayStart() throws IOException {
    long count = readLong();
    if (count >= 0) {
      return checkElementCount(count);
    }
    long size = readLong();
    if (size < 0 || size > remainingBytes()) {
      throw malformed("a block says it has " + size + " bytes");
    }
    return checkElementCount(-count);
  }

  @Override
  public long arrayNext() throws IOException {
    return readArrayStart();
  }

  @Override
  public long skipArray() throws IOException {
    long count = readLong();
    while (count < 0) {
      readByteLength();
      count = readLong();
    }
    return checkElementCount(count);
  }

  @Override
  public long readMapStart() throws IOException {
    return readArrayStart();
  }

  @Override
  public long mapNext() throws IOException {
    return readArrayStart();
  }

  @Override
  public long skipMap() throws IOException {
    return skipArray();
  }

  private long checkElementCount(long count) throws MalformedException {
    if (count < 0 || count > elementsLeft) {
      throw malformed("a list or map says it has " + count + " elements");
    }
    elementsLeft -= (int) count;
    return count;
  }

  private int readByteLength() throws IOException {
    long length = readLong();
    if (length < 0 || length > remainingBytes()) {
      throw malformed("a text or byte string says it is " + length + " bytes long");
    }
    advancePosition((int) length);
    return (int) length;
  }

  /** Skips a number of bytes and returns their start position. */
  private int advancePosition(int length) throws MalformedException {
    int start = position;
    if (length > bytes.length - start) {
      throw malformed("more is expected: is the value cut off?");
    }
    position = start + length;
    return start;
  }

  private MalformedException malformed(String what) {
    return new MalformedException("at byte %d of %d %s".formatted(position, bytes.length, what));
  }
}
