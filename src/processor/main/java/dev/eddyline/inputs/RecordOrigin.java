package dev.eddyline.inputs;

import java.util.Objects;

/**
 * The record of an event, which supplies what the event does not contain.
 *
 * @param key the record's key, or null
 * @param topic its topic
 * @param partition its partition
 * @param offset its offset
 * @param timestamp its timestamp, epoch milliseconds
 */
public record RecordOrigin(String key, String topic, int partition, long offset, long timestamp) {

  public RecordOrigin {
    Objects.requireNonNull(topic, "topic");
  }

  /** The id of an event without one: the same whenever the record is read. */
  String eventId() {
    return "%s:%d:%d".formatted(topic, partition, offset);
  }
}
