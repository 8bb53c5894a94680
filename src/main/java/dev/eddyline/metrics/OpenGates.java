package dev.eddyline.metrics;

import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The open gates of a partition by age, counted in its store round by round: right again one round
 * after a restart or a move. One thread counts, any may read the last whole round.
 */
public final class OpenGates {

  /** Ages in words, each up to the limit of the same place. */
  static final String[] AGES = {"under_5m", "5m_to_1h", "1h_to_4h", "4h_to_24h", "over_24h"};

  private static final Duration[] LIMITS = {
    Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofHours(4), Duration.ofHours(24)
  };

  private final AtomicLongArray counted = new AtomicLongArray(AGES.length);
  private final long[] counting = new long[AGES.length];
  private long oldest;
  private volatile long oldestMillis;

  /** What holds a root was seen, at this clock time. */
  public void see(RootHold hold, long now) {
    if (hold.getHold() instanceof OpenGate gate) {
      long age = Math.max(0, now - gate.getOpenedAt());
      oldest = Math.max(oldest, age);
      counting[bucket(age)]++;
    }
  }

  /** All were seen once. */
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
    while (bucket < LIMITS.length && age >= LIMITS[bucket].toMillis()) {
      bucket++;
    }
    return bucket;
  }

  /** Open gates of this age, a place in {@link #AGES}. */
  long count(int age) {
    return counted.get(age);
  }

  /** Age of the oldest, seconds; 0 without any. */
  double oldestSeconds() {
    return oldestMillis / 1000.0;
  }
}
