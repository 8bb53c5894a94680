package dev.eddyline.reference;

import dev.eddyline.work.RetryBackoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rejected records that are still to be dead-lettered, with the time of the next attempt; for one
 * thread.
 */
final class PendingDeadLetters {

  private static final Logger LOG = LoggerFactory.getLogger(PendingDeadLetters.class);

  /** At this number of waiting records, reading pauses. */
  private static final int MAX_PENDING_RECORDS = 16;

  /**
   * Interval of offset commits: a broker deletes offsets without commits after days
   * (offsets.retention.minutes).
   */
  private static final Duration OFFSET_RECOMMIT_INTERVAL = Duration.ofHours(1);

  private final DeadLetterPublisher publisher;
  private final ReferenceMeters meters;
  private final List<RejectedRecord> pending = new ArrayList<>();
  private RetryBackoff backoff = createBackoff();
  private boolean hasRejectedAnyRecord;
  private long nextPublishNanos;

  PendingDeadLetters(DeadLetterPublisher publisher, ReferenceMeters meters) {
    this.publisher = publisher;
    this.meters = meters;
  }

  private static RetryBackoff createBackoff() {
    return new RetryBackoff(ThreadLocalRandom.current());
  }

  /** Adds a rejected record; the next {@link #publishDueRecords} publishes it. */
  void add(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
    pending.add(new RejectedRecord(record, reason));
    hasRejectedAnyRecord = true;
    nextPublishNanos = System.nanoTime();
    meters.rejectedRecords().increment();
    LOG.atWarn()
        .addKeyValue("topic", record.topic())
        .addKeyValue("offset", record.offset())
        .addKeyValue("reason", reason.getMessage())
        .log("record rejected: the last valid one stays, see the dead-letter topic");
  }

  /** Whether reading must wait until rejected records are published. */
  boolean isFull() {
    return pending.size() >= MAX_PENDING_RECORDS;
  }

  /** Publishes rejected records that are due; failures are retried at a later call. */
  void publishDueRecords() {
    if (!hasRejectedAnyRecord || System.nanoTime() - nextPublishNanos < 0) {
      return;
    }
    try {
      publisher.publishDeadLetters(pending);
      pending.clear();
      backoff = createBackoff();
      nextPublishNanos = System.nanoTime() + OFFSET_RECOMMIT_INTERVAL.toNanos();
    } catch (KafkaException failed) {
      meters.deadLetteringFailures().increment();
      long pause = backoff.nextMillis();
      nextPublishNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
      LOG.atWarn()
          .addKeyValue("letters", pending.size())
          .addKeyValue("retry_ms", pause)
          .addKeyValue("reason", failed.toString())
          .log("dead letters not published: retrying");
    }
  }
}
