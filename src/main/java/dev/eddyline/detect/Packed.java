package dev.eddyline.detect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.Encoder;
import org.apache.avro.io.EncoderFactory;

/**
 * A list in Avro's binary form, one part behind the other. Each time that a task's state is written
 * parts that stay are copied, not encoded anew.
 *
 * @param <T> the parts, which never change
 */
final class Packed<T> {

  /** Bytes that a part takes, about. */
  private static final int PART = 128;

  /** Writes a part. */
  @FunctionalInterface
  interface Form<T> {
    /** Writes it in Avro's binary form. */
    void write(T part, Encoder out) throws IOException;
  }

  private final List<T> parts;
  private final byte[] bytes;
  private final int[] ends;

  private Packed(List<T> parts, byte[] bytes, int[] ends) {
    this.parts = parts;
    this.bytes = bytes;
    this.ends = ends;
  }

  /** No part. */
  static <T> Packed<T> none() {
    return new Packed<>(List.of(), new byte[0], new int[0]);
  }

  /** The parts. */
  List<T> parts() {
    return parts;
  }

  /**
   * These parts packed. Those of them that are packed here are known by being the same objects, in
   * the same order.
   */
  Packed<T> with(List<T> now, Form<T> form) {
    if (now == parts || now.isEmpty() && parts.isEmpty()) {
      return this;
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream(bytes.length + PART);
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(packed, null);
    int[] nowEnds = new int[now.size()];
    int from = 0;
    for (int place = 0; place < nowEnds.length; place++) {
      T part = now.get(place);
      int known = placeOf(part, from);
      if (known < parts.size()) {
        int start = known == 0 ? 0 : ends[known - 1];
        packed.write(bytes, start, ends[known] - start);
        from = known + 1;
      } else {
        write(part, form, encoder);
      }
      nowEnds[place] = packed.size();
    }
    return new Packed<>(now, packed.toByteArray(), nowEnds);
  }

  private int placeOf(T part, int from) {
    int place = from;
    while (place < parts.size() && parts.get(place) != part) {
      place++;
    }
    return place;
  }

  private static <T> void write(T part, Form<T> form, Encoder encoder) {
    try {
      form.write(part, encoder);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Writes parts that are not packed as an array. */
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
    out.setItemCount(parts.size());
    out.writeFixed(bytes);
    out.writeArrayEnd();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Packed<?> packed
        && Arrays.equals(ends, packed.ends)
        && Arrays.equals(bytes, packed.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }
}
