package dev.eddyline.avro;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Reads packed numbers and bytes from the buffer's position to its limit, without moving either.
 * Truncated input causes an {@code IndexOutOfBoundsException}.
 */
public class PackedReader {

  private final ByteBuffer bytes;
  private int at;

  /** A reader at the buffer's position. */
  public PackedReader(ByteBuffer bytes) {
    this.bytes = bytes;
    at = bytes.position();
  }

  /** Whether bytes are left. */
  public final boolean hasMore() {
    return at < bytes.limit();
  }

  /** Number of bytes left. */
  public final int remaining() {
    return bytes.limit() - at;
  }

  /** The current position in the buffer. */
  public final int place() {
    return at;
  }

  /** Moves to another position in the buffer. */
  public final void continueAt(int place) {
    at = place;
  }

  /** A number of 8 bytes. */
  public final long fixed() {
    long number = bytes.getLong(at);
    at += Long.BYTES;
    return number;
  }

  /** A number of 4 bytes. */
  public final int fixedInt() {
    int number = bytes.getInt(at);
    at += Integer.BYTES;
    return number;
  }

  /** A number of 2 bytes, at least 0. */
  public final int fixedShort() {
    return (nextByte() & 0xff) << Byte.SIZE | nextByte() & 0xff;
  }

  /** The next bytes, not copied. */
  public final ByteBuffer slice(int length) {
    ByteBuffer slice = bytes.slice(at, within(length));
    at += length;
    return slice;
  }

  /** The next bytes, not copied, after their number. */
  public final ByteBuffer sized() {
    return slice((int) number());
  }

  /** A text in UTF-8 after the number of its bytes. */
  public final String text() {
    byte[] text = new byte[within((int) number())];
    bytes.get(at, text);
    at += text.length;
    return new String(text, StandardCharsets.UTF_8);
  }

  /** One byte. */
  public final int nextByte() {
    return bytes.get(at++);
  }

  private int within(int length) {
    if (length < 0 || length > remaining()) {
      throw new IndexOutOfBoundsException(
          "%d bytes are announced, only %d are left".formatted(length, remaining()));
    }
    return length;
  }

  /**
   * A number of variable length, as Avro writes it: in pieces of 7 bits, the lowest first; its sign
   * is its lowest bit. Most take one byte.
   */
  public final long number() {
    long bits = bytes.get(at++);
    return bits >= 0 ? signed(bits) : longer(bits & 0x7f);
  }

  private long longer(long first) {
    long bits = first;
    for (int shift = 7; shift < Long.SIZE; shift += 7) {
      byte next = bytes.get(at++);
      bits |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return signed(bits);
      }
    }
    throw new IllegalArgumentException(
        "a packed number is longer than 10 bytes, up to byte %d".formatted(at));
  }

  private static long signed(long bits) {
    return bits >>> 1 ^ -(bits & 1);
  }
}
