package dev.eddyline.state;

import dev.eddyline.avro.ByteEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The binary form of a part of a task's record. Thread-safe.
 *
 * @param <T> the part
 */
public interface PartCodec<T> {

  /** Writes a part. */
  void write(T part, ByteEncoder out) throws IOException;

  /**
   * Reads a part from all bytes between position and limit of an array's buffer; neither is moved,
   * and the bytes do not change afterwards.
   *
   * @throws IOException if they are not a part; or an unchecked exception
   */
  T read(ByteBuffer bytes) throws IOException;
}
