package dev.eddyline.notifier;

import dev.eddyline.work.RetryBackoff;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A notification on its way to a target, with its attempts. Not thread-safe. */
final class Delivery {

  private static final long SHORTEST_PAUSE_MILLIS = 1_000;
  private static final long LONGEST_PAUSE_MILLIS = 300_000;

  private final ConsumerRecord<String, byte[]> record;
  private final Notification notification;
  private final RetryBackoff backoff =
      new RetryBackoff(ThreadLocalRandom.current(), SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS);
  private int attempts;

  /**
   * A delivery without attempts.
   *
   * @param record the record of the change
   */
  Delivery(ConsumerRecord<String, byte[]> record, Notification notification) {
    this.record = record;
    this.notification = notification;
  }

  ConsumerRecord<String, byte[]> record() {
    return record;
  }

  Notification notification() {
    return notification;
  }

  TopicPartition partition() {
    return new TopicPartition(record.topic(), record.partition());
  }

  String gateId() {
    return notification.change().getGateId();
  }

  int attempts() {
    return attempts;
  }

  /** Counts an attempt. */
  void beginAttempt() {
    attempts++;
  }

  /** Time since the change was published; it does not begin again with the process. */
  Duration age() {
    return Duration.ofMillis(System.currentTimeMillis() - record.timestamp());
  }

  /** Pause before the next attempt. */
  Duration nextPause() {
    return Duration.ofMillis(backoff.nextMillis());
  }
}
