package dev.eddyline.metrics;

import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootHold;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The open gates of a partition by age, counted in its store round by round: right again one round
 * after a restart or a move. One thread counts, any may read the last whole round.
 */
public final class OpenGates {

  /** Ages that tell open gates apart, wherever they are shown: each the end of a bucket. */
  public static final List<Duration> AGES =
      List.of(
          Duration.ofMinutes(5), Duration.ofMinutes(30), Duration.ofHours(4), Duration.ofHours(24));

  /** The buckets in words: one for each age, and the rest. */
  static final List<String> WORDS =
      List.of("under_5m", "5m_to_30m", "30m_to_4h", "4h_to_24h", "over_24h");

  private final AtomicLongArray counted = new AtomicLongArray(WORDS.size());
  private final long[] counting = new long[WORDS.size()];
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
    while (bucket < AGES.size() && age >= AGES.get(bucket).toMillis()) {
      bucket++;
    }
    return bucket;
  }

  /** Open gates of this age, a place in {@link #WORDS}. */
  long count(int age) {
    return counted.get(age);
  }

  /** Age of the oldest, seconds; 0 without any. */
  double oldestSeconds() {
    return oldestMillis / 1000.0;
  }
}
