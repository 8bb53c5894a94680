package dev.eddyline.work;

import java.util.random.RandomGenerator;

/** Exponential back-off with jitter: starts at 100 ms, doubles up to 10 s. */
public final class RetryBackoff {

  static final long SHORTEST_MILLIS = 100;
  static final long LONGEST_MILLIS = 10_000;

  private final RandomGenerator random;
  private long ceiling = SHORTEST_MILLIS;

  /** A back-off that starts with the shortest pause. */
  public RetryBackoff(RandomGenerator random) {
    this.random = random;
  }

  /** The next pause: between half its ceiling and its ceiling, never under 100 ms. */
  public long nextMillis() {
    long floor = Math.max(SHORTEST_MILLIS, ceiling / 2);
    long pause = random.nextLong(floor, ceiling + 1);
    ceiling = Math.min(2 * ceiling, LONGEST_MILLIS);
    return pause;
  }
}
