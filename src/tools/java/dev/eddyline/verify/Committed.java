package dev.eddyline.verify;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * A committed record with its position.
 *
 * @param at its position
 * @param timestamp the record's timestamp, epoch milliseconds
 * @param key its key, or null
 * @param value its value; null when it is missing or unreadable
 */
public record Committed(At at, long timestamp, String key, SpecificRecord value) {

  public Committed {
    Objects.requireNonNull(at, "at");
  }

  /** A position in a topic, printed as {@code topic partition@offset}. */
  public record At(String topic, int partition, long offset) {

    public At {
      Objects.requireNonNull(topic, "topic");
    }

    /** The original position of a dead-lettered record, from its headers. */
    public static At origin(Headers letter) {
      return new At(
          header(letter, "topic"),
          Integer.parseInt(header(letter, "partition")),
          Long.parseLong(header(letter, "offset")));
    }

    private static String header(Headers letter, String name) {
      byte[] value = letter.lastHeader("__streams.errors." + name).value();
      return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
      return "%s %d@%d".formatted(topic, partition, offset);
    }
  }
}
