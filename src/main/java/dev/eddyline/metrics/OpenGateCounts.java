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
  public static final List<Duration> AGE_BOUNDS =
      List.of(
          Duration.ofMinutes(5), Duration.ofMinutes(30), Duration.ofHours(4), Duration.ofHours(24));

  /** Labels of the buckets: one for each bound, and the rest. */
  static final List<String> AGE_LABELS =
      List.of("under_5m", "5m_to_30m", "30m_to_4h", "4h_to_24h", "over_24h");

  private final AtomicLongArray lastPass = new AtomicLongArray(AGE_LABELS.size());
  private final long[] currentPass = new long[AGE_LABELS.size()];
  private long oldest;
  private volatile long oldestMillis;

  /** Counts a root's gate, if it is open, at this clock time. */
  public void addIfOpen(RootHold hold, long now) {
    if (hold.getHold() instanceof OpenGate gate) {
      long age = Math.max(0, now - gate.getOpenedAt());
      oldest = Math.max(oldest, age);
      currentPass[bucket(age)]++;
    }
  }

  /** Completes a pass. */
  public void finishPass() {
    for (int i = 0; i < currentPass.length; i++) {
      lastPass.set(i, currentPass[i]);
      currentPass[i] = 0;
    }
    oldestMillis = oldest;
    oldest = 0;
  }

  private static int bucket(long age) {
    int bucket = 0;
    while (bucket < AGE_BOUNDS.size() && age >= AGE_BOUNDS.get(bucket).toMillis()) {
      bucket++;
    }
    return bucket;
  }

  /** Open gates in an age bucket, an index of {@link #AGE_LABELS}. */
  long countOfAge(int age) {
    return lastPass.get(age);
  }

  /** Age of the oldest open gate, seconds; 0 without open gates. */
  double oldestSeconds() {
    return oldestMillis / 1000.0;
  }
}
