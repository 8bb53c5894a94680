package dev.eddyline.metrics;

import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the open gates of a partition by age, in passes over its store: correct one pass after a
 * restart or rebalance. One thread counts; any may read the last complete pass.
 */
public final class OpenGateCounts {

  /** Upper bounds of the age buckets, wherever open gates are shown. */
  public static final List<Duration> AGE_BUCKET_UPPER_BOUNDS =
      List.of(
          Duration.ofMinutes(5), Duration.ofMinutes(30), Duration.ofHours(4), Duration.ofHours(24));

  /** Labels of the buckets: one for each bound, and the rest. */
  static final List<String> AGE_BUCKET_LABELS =
      List.of("under_5m", "5m_to_30m", "30m_to_4h", "4h_to_24h", "over_24h");

  private final AtomicLongArray lastPassCountByAgeBucket =
      new AtomicLongArray(AGE_BUCKET_LABELS.size());
  private final long[] currentPassCountByAgeBucket = new long[AGE_BUCKET_LABELS.size()];
  private long oldest;
  private volatile long oldestMillis;

  /** Counts a root's gate, if it is open, at this clock time. */
  public void countGateIfOpen(RootHold hold, long now) {
    if (hold.getHold() instanceof OpenGate gate) {
      long age = Math.max(0, now - gate.getOpenedAt());
      oldest = Math.max(oldest, age);
      currentPassCountByAgeBucket[bucket(age)]++;
    }
  }

  /** Completes a pass. */
  public void finishCountingPass() {
    for (int i = 0; i < currentPassCountByAgeBucket.length; i++) {
      lastPassCountByAgeBucket.set(i, currentPassCountByAgeBucket[i]);
      currentPassCountByAgeBucket[i] = 0;
    }
    oldestMillis = oldest;
    oldest = 0;
  }

  private static int bucket(long age) {
    int bucket = 0;
    while (bucket < AGE_BUCKET_UPPER_BOUNDS.size()
        && age >= AGE_BUCKET_UPPER_BOUNDS.get(bucket).toMillis()) {
      bucket++;
    }
    return bucket;
  }

  /** Open gates in an age bucket, an index of {@link #AGE_BUCKET_LABELS}. */
  long countInAgeBucket(int age) {
    return lastPassCountByAgeBucket.get(age);
  }

  /** Age of the oldest open gate, seconds; 0 without open gates. */
  double oldestSeconds() {
    return oldestMillis / 1000.0;
  }
}
