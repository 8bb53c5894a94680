package dev.eddyline.task;

import java.time.Instant;
import java.util.Objects;

/**
 * The source coordinates and times of an input record.
 *
 * @param topic topic that it was first read from
 * @param partition partition there
 * @param offset offset there
 * @param recordTime timestamp of that record, epoch milliseconds; event times are limited to it
 * @param storageTime storage time, epoch milliseconds; only used for store windows and expiry
 * @param decidedAt clock time; only written to outputs
 */
public record RecordCoordinates(
    String topic,
    int partition,
    long offset,
    long recordTime,
    long storageTime,
    Instant decidedAt) {

  /** Limits of event times, so that their differences fit in a long. */
  private static final Instant EARLIEST = Instant.ofEpochMilli(-(1L << 61));

  private static final Instant LATEST = Instant.ofEpochMilli(1L << 61);

  public RecordCoordinates {
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(decidedAt, "decidedAt");
  }

  /** The event time of an event that says when it occurred: never later than its record. */
  long eventTime(Instant occurredAt) {
    return Math.min(toClampedEpochMillis(occurredAt), recordTime);
  }

  /** Epoch milliseconds, clamped to the supported range. */
  static long toClampedEpochMillis(Instant time) {
    if (time.isBefore(EARLIEST)) {
      return EARLIEST.toEpochMilli();
    }
    return time.isAfter(LATEST) ? LATEST.toEpochMilli() : time.toEpochMilli();
  }
}
