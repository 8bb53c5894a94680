package dev.eddyline.registry;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.SerializationException;

/**
 * Confluent's framing of a value: one byte 0, the schema's id in four bytes (big-endian), then
 * Avro's binary encoding.
 */
final class WireFormat {

  static final int HEADER_BYTES = 5;

  private static final byte MAGIC = 0;

  private WireFormat() {}

  /** The header of a value whose schema has the id. */
  static byte[] header(int id) {
    return ByteBuffer.allocate(HEADER_BYTES).put(MAGIC).putInt(id).array();
  }

  /**
   * The schema id in a value's header.
   *
   * @throws SerializationException when the value has no such header
   */
  static int schemaId(String topic, byte[] value) {
    if (value.length > 0 && value[0] != MAGIC) {
      throw new SerializationException(
          "%s: magic byte is 0x%02x, must be 0x00 (Confluent wire format)%s"
              .formatted(topic, value[0], guess(value[0])));
    }
    if (value.length < HEADER_BYTES) {
      throw new SerializationException(
          "%s: value is %d bytes long, must be at least %d (Confluent wire format)"
              .formatted(topic, value.length, HEADER_BYTES));
    }
    int id = ByteBuffer.wrap(value).getInt(1);
    if (id < 0) {
      throw new SerializationException(
          "%s: schema id is %d, must not be negative (Confluent wire format)".formatted(topic, id));
    }
    return id;
  }

  private static String guess(byte first) {
    return first == '{' || first == '['
        ? ": was the value sent as JSON?"
        : ": was the value written by another serializer?";
  }
}
