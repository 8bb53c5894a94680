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
public final class OpenGates {

  /** Upper bounds of the age buckets, wherever open gates are shown. */
  public static final List<Duration> AGES =
      List.of(
          Duration.ofMinutes(5), Duration.ofMinutes(30), Duration.ofHours(4), Duration.ofHours(24));

  /** Labels of the buckets: one for each bound, and the rest. */
  static final List<String> WORDS =
      List.of("under_5m", "5m_to_30m", "30m_to_4h", "4h_to_24h", "over_24h");

  private final AtomicLongArray counted = new AtomicLongArray(WORDS.size());
  private final long[] counting = new long[WORDS.size()];
  private long oldest;
  private volatile long oldestMillis;

  /** Counts a root's gate, if it is open, at this clock time. */
  public void see(RootHold hold, long now) {
    if (hold.getHold() instanceof OpenGate gate) {
      long age = Math.max(0, now - gate.getOpenedAt());
      oldest = Math.max(oldest, age);
      counting[bucket(age)]++;
    }
  }

  /** Completes a pass. */
  public void round() {
    for (int i = 0; i < counting.length; i++) {
      counted.set(i, counting[i]);
      counting[i] = 0;
    }
    oldestMillis = oldest;
    oldest = 0;
  }

  private static int bucket(long age) {
    int bucket = 0;
    while (bucket < AGES.size() && age >= AGES.get(bucket).toMillis()) {
      bucket++;
    }
    return bucket;
  }

  /** Open gates in an age bucket, an index of {@link #WORDS}. */
  long count(int age) {
    return counted.get(age);
  }

  /** Age of the oldest open gate, seconds; 0 without open gates. */
  double oldestSeconds() {
    return oldestMillis / 1000.0;
  }
}
