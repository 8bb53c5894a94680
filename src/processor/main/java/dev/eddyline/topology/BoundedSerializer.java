package dev.eddyline.topology;

import dev.eddyline.engine.OutputCut;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serializes an output so that its topic accepts it: one that is too large is published with its
 * texts and lists cut. The producer would otherwise refuse it within the transaction, which ends
 * the processor at each new attempt.
 */
final class BoundedSerializer<T extends SpecificRecord> implements Serializer<T> {

  private static final Logger LOG = LoggerFactory.getLogger(BoundedSerializer.class);

  /** Bytes of the two lengths of a header. */
  private static final int HEADER_LENGTH_BYTES = 10;

  private final Serializer<T> serializer;
  private final int maxMessageBytes;

  /**
   * A bounded serializer.
   *
   * @param maxMessageBytes largest batch that the topic accepts
   */
  BoundedSerializer(Serializer<T> serializer, int maxMessageBytes) {
    this.serializer = Objects.requireNonNull(serializer, "serializer");
    this.maxMessageBytes = maxMessageBytes;
  }

  @Override
  public byte[] serialize(String topic, T output) {
    return serialize(topic, null, output);
  }

  @Override
  public byte[] serialize(String topic, Headers headers, T output) {
    byte[] whole = serializer.serialize(topic, output);
    int room = maxMessageBytes - OutputCut.KEY_AND_BATCH_BYTES - bytesOf(headers);
    if (whole == null || whole.length <= room) {
      return whole;
    }
    byte[] bytes = OutputCut.bytes(output, room, cut -> serializer.serialize(topic, cut));
    LOG.atWarn()
        .addKeyValue("topic", topic)
        .addKeyValue("bytes", whole.length)
        .addKeyValue("published_bytes", bytes.length)
        .log("output cut: it is too large for its topic");
    return bytes;
  }

  private static int bytesOf(Headers headers) {
    int bytes = 0;
    if (headers != null) {
      for (Header header : headers) {
        bytes += HEADER_LENGTH_BYTES + header.key().getBytes(StandardCharsets.UTF_8).length;
        bytes += header.value() == null ? 0 : header.value().length;
      }
    }
    return bytes;
  }

  @Override
  public void close() {
    serializer.close();
  }
}
