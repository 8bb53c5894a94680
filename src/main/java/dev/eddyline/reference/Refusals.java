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
final class Refusals {

  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  /** At this number of waiting records, reading pauses. */
  private static final int MOST_PENDING = 16;

  /**
   * Interval of offset commits: a broker deletes offsets without commits after days
   * (offsets.retention.minutes).
   */
  private static final Duration TELL_ANEW = Duration.ofHours(1);

  private final DeadLetters letters;
  private final ReferenceMeters meters;
  private final List<RefusedRecord> pending = new ArrayList<>();
  private RetryBackoff backoff = newBackoff();
  private boolean ever;
  private long tellAt;

  Refusals(DeadLetters letters, ReferenceMeters meters) {
    this.letters = letters;
    this.meters = meters;
  }

  private static RetryBackoff newBackoff() {
    return new RetryBackoff(ThreadLocalRandom.current());
  }

  /** Adds a rejected record; the next {@link #tell} publishes it. */
  void add(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
    pending.add(new RefusedRecord(record, reason));
    ever = true;
    tellAt = System.nanoTime();
    meters.refused().increment();
    LOG.atWarn()
        .addKeyValue("topic", record.topic())
        .addKeyValue("offset", record.offset())
        .addKeyValue("reason", reason.getMessage())
        .log("record rejected: the last valid one stays, see the dead-letter topic");
  }

  /** Whether reading must wait until rejected records are published. */
  boolean isFull() {
    return pending.size() >= MOST_PENDING;
  }

  /** Publishes rejected records that are due; failures are retried at a later call. */
  void tell() {
    if (!ever || System.nanoTime() - tellAt < 0) {
      return;
    }
    try {
      letters.tell(pending);
      pending.clear();
      backoff = newBackoff();
      tellAt = System.nanoTime() + TELL_ANEW.toNanos();
    } catch (KafkaException failed) {
      meters.tellingFailed().increment();
      long pause = backoff.nextMillis();
      tellAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause);
      LOG.atWarn()
          .addKeyValue("letters", pending.size())
          .addKeyValue("retry_ms", pause)
          .addKeyValue("reason", failed.toString())
          .log("dead letters not published: retrying");
    }
  }
}
