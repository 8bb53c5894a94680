package dev.eddyline.gateway;

import java.time.Duration;
import java.util.Arrays;

/**
 * The time by which records wait: the newest receipt that was read of each source, the oldest of
 * them, so that a backlog is processed as if it arrived now. A source of which nothing was read for
 * a second has no backlog; where none has, the clock decides.
 */
final class Progress {

  /** After this time without a record a source has no backlog, milliseconds. */
  private static final long IDLE_MILLIS = 1_000;

  /** After a start, each source may take this time until its first record. */
  static final Duration START = Duration.ofSeconds(5);

  private final long[] newestReceipts;
  private final long[] lastReads;

  /**
   * No source has been read yet.
   *
   * @param sources number of sources, from 1
   * @param clock now, epoch milliseconds
   */
  Progress(int sources, long clock) {
    newestReceipts = new long[sources];
    lastReads = new long[sources];
    Arrays.fill(lastReads, clock + START.toMillis() - IDLE_MILLIS);
  }

  /** A record of a source that Kafka received at a time is read now; both in epoch milliseconds. */
  void read(int source, long receivedAt, long clock) {
    newestReceipts[source] = Math.max(newestReceipts[source], receivedAt);
    lastReads[source] = clock;
  }

  /** The time, epoch milliseconds. */
  long now(long clock) {
    long oldest = Long.MAX_VALUE;
    long newest = clock;
    for (int source = 0; source < lastReads.length; source++) {
      newest = Math.max(newest, newestReceipts[source]);
      if (clock - lastReads[source] <= IDLE_MILLIS) {
        oldest = Math.min(oldest, newestReceipts[source]);
      }
    }
    return oldest == Long.MAX_VALUE ? newest : oldest;
  }
}
