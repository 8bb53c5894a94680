package dev.eddyline.verify;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;

/**
 * A committed record with its position.
 *
 * @param position its position
 * @param timestamp the record's timestamp, epoch milliseconds
 * @param key its key, or null
 * @param value its value; null when it is missing or unreadable
 */
public record CommittedRecord(
    TopicPosition position, long timestamp, String key, SpecificRecord value) {

  public CommittedRecord {
    Objects.requireNonNull(position, "position");
  }

  /** A position in a topic, printed as {@code topic partition@offset}. */
  public record TopicPosition(String topic, int partition, long offset) {

    public TopicPosition {
      Objects.requireNonNull(topic, "topic");
    }

    /** The original position of a dead-lettered record, from its headers. */
    public static TopicPosition originalOfDeadLetter(Headers deadLetter) {
      return new TopicPosition(
          header(deadLetter, "topic"),
          Integer.parseInt(header(deadLetter, "partition")),
          Long.parseLong(header(deadLetter, "offset")));
    }

    private static String header(Headers deadLetter, String name) {
      byte[] value = deadLetter.lastHeader("__streams.errors." + name).value();
      return new String(value, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
      return "%s %d@%d".formatted(topic, partition, offset);
    }
  }
}
