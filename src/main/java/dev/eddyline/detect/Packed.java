package dev.eddyline.detect;

import dev.eddyline.avro.ByteEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.io.Encoder;

/**
 * A list with each part encoded in Avro's binary form. Unchanged parts are copied, not encoded
 * again, when a task's state is written.
 *
 * @param <T> type of the parts; immutable
 */
final class Packed<T> {

  /** Initial buffer size for a part, in bytes. */
  private static final int PART = 128;

  /** Writes a part. */
  @FunctionalInterface
  interface Form<T> {
    /** Writes the part in Avro's binary form. */
    void write(T part, Encoder out) throws IOException;
  }

  private final List<T> parts;
  private final byte[][] packed;

  private Packed(List<T> parts, byte[][] packed) {
    this.parts = parts;
    this.packed = packed;
  }

  /** No part. */
  static <T> Packed<T> none() {
    return new Packed<>(List.of(), new byte[0][]);
  }

  /** The parts. */
  List<T> parts() {
    return parts;
  }

  /** Packs these parts. Parts that are packed here (same object, same order) are reused. */
  Packed<T> with(List<T> now, Form<T> form) {
    if (now == parts || now.isEmpty() && parts.isEmpty()) {
      return this;
    }
    byte[][] nowPacked = new byte[now.size()][];
    ByteEncoder encoder = null;
    int from = 0;
    for (int place = 0; place < nowPacked.length; place++) {
      T part = now.get(place);
      int known = placeOf(part, from);
      if (known < packed.length) {
        nowPacked[place] = packed[known];
        from = known + 1;
      } else {
        encoder = encoder == null ? new ByteEncoder(PART) : encoder;
        nowPacked[place] = packed(part, form, encoder);
      }
    }
    return new Packed<>(now, nowPacked);
  }

  private int placeOf(T part, int from) {
    int place = from;
    while (place < packed.length && parts.get(place) != part) {
      place++;
    }
    return place;
  }

  private static <T> byte[] packed(T part, Form<T> form, ByteEncoder encoder) {
    encoder.start();
    try {
      form.write(part, encoder);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return encoder.toByteArray();
  }

  /** Writes unpacked parts as an array. */
  static <T> void write(List<T> parts, Form<T> form, Encoder out) throws IOException {
    out.writeArrayStart();
    out.setItemCount(parts.size());
    for (T part : parts) {
      out.startItem();
      form.write(part, out);
    }
    out.writeArrayEnd();
  }

  /** Writes the parts as an array. */
  void writeTo(Encoder out) throws IOException {
    out.writeArrayStart();
    out.setItemCount(packed.length);
    for (byte[] part : packed) {
      out.writeFixed(part);
    }
    out.writeArrayEnd();
  }

  /** Writes the parts as one value of bytes. */
  void writeBytesTo(Encoder out) throws IOException {
    out.writeLong(size());
    for (byte[] part : packed) {
      out.writeFixed(part);
    }
  }

  /** The parts as one value of bytes. */
  ByteBuffer bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(size());
    for (byte[] part : packed) {
      bytes.put(part);
    }
    return bytes.flip();
  }

  private int size() {
    int size = 0;
    for (byte[] part : packed) {
      size += part.length;
    }
    return size;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Packed<?> list && Arrays.deepEquals(packed, list.packed);
  }

  @Override
  public int hashCode() {
    return Arrays.deepHashCode(packed);
  }
}
