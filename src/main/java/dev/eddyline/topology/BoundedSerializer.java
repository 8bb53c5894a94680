package dev.eddyline.topology;

import dev.eddyline.engine.InputValidator;
import dev.eddyline.text.Truncation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.avro.Schema.Field;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serializes an output so that its topic accepts it: one that is too large is published with its
 * texts and lists cut. The producer would otherwise refuse it within the transaction, which ends
 * the processor at each new attempt. Ids and names are at most as long as the shortest cut, so they
 * stay whole.
 */
final class BoundedSerializer<T extends SpecificRecord> implements Serializer<T> {

  private static final Logger LOG = LoggerFactory.getLogger(BoundedSerializer.class);

  /** Characters of a text in the first cut; each further one leaves an eighth. */
  private static final int FIRST_CUT_CHARS = 64 * InputValidator.MAX_NAME_LENGTH;

  private static final int CUT_RATIO = 8;

  /** A list keeps one element for this many characters that a text keeps. */
  private static final int CHARS_PER_ELEMENT = 16;

  /** Bytes of a batch with one record without its headers and value: mostly its key, an id. */
  private static final int KEY_AND_BATCH_BYTES = 8_192;

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
    int room = maxMessageBytes - KEY_AND_BATCH_BYTES - bytesOf(headers);
    if (whole == null || whole.length <= room) {
      return whole;
    }
    byte[] bytes = whole;
    for (int chars = FIRST_CUT_CHARS;
        bytes.length > room && chars >= InputValidator.MAX_NAME_LENGTH;
        chars /= CUT_RATIO) {
      bytes = serializer.serialize(topic, cut(output, chars));
    }
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

  private T cut(T output, int chars) {
    T copy = SpecificData.getForClass(output.getClass()).deepCopy(output.getSchema(), output);
    cutFields(copy, chars);
    return copy;
  }

  private static void cutFields(IndexedRecord record, int chars) {
    for (Field field : record.getSchema().getFields()) {
      Object value = record.get(field.pos());
      if (value instanceof String || value instanceof List) {
        record.put(field.pos(), cutValue(value, chars));
      } else if (value instanceof IndexedRecord child) {
        cutFields(child, chars);
      }
    }
  }

  private static Object cutValue(Object value, int chars) {
    if (value instanceof String text) {
      return Truncation.shorten(text, chars);
    } else if (value instanceof List<?> list) {
      List<Object> kept = new ArrayList<>();
      for (Object element : list.subList(0, Math.min(list.size(), chars / CHARS_PER_ELEMENT))) {
        kept.add(cutValue(element, chars));
      }
      return kept;
    } else if (value instanceof IndexedRecord child) {
      cutFields(child, chars);
    }
    return value;
  }

  @Override
  public void close() {
    serializer.close();
  }
}
