package dev.eddyline.task;

import java.time.Instant;
import java.util.Objects;

/**
 * Where and when an input stands.
 *
 * @param topic topic that it was first read from
 * @param partition partition there
 * @param offset offset there
 * @param recordTime timestamp of that record, epoch milliseconds: no event is later than its record
 * @param storageTime storage time, epoch milliseconds: only picks windows and forgets
 * @param decidedAt clock time, told in outputs and used for nothing else
 */
public record Place(
    String topic,
    int partition,
    long offset,
    long recordTime,
    long storageTime,
    Instant decidedAt) {

  /** No bound in practice: differences of event times stay within a long. */
  private static final Instant EARLIEST = Instant.ofEpochMilli(-(1L << 61));

  private static final Instant LATEST = Instant.ofEpochMilli(1L << 61);

  public Place {
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(decidedAt, "decidedAt");
  }

  /** The event time of an event that says when it occurred: never later than its record. */
  long eventTime(Instant occurredAt) {
    return Math.min(millis(occurredAt), recordTime);
  }

  /** Epoch milliseconds; what lies outside all practice is brought to its bound. */
  static long millis(Instant time) {
    if (time.isBefore(EARLIEST)) {
      return EARLIEST.toEpochMilli();
    }
    return time.isAfter(LATEST) ? LATEST.toEpochMilli() : time.toEpochMilli();
  }
}
