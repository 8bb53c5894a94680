package dev.eddyline.work;

import java.util.random.RandomGenerator;

/** Exponential back-off with jitter: each ceiling is double the one before, up to a longest. */
public final class RetryBackoff {

  static final long SHORTEST_MILLIS = 100;
  static final long LONGEST_MILLIS = 10_000;

  private final RandomGenerator random;
  private final long shortest;
  private final long longest;
  private long ceiling;

  /** A back-off from 100 ms to 10 s. */
  public RetryBackoff(RandomGenerator random) {
    this(random, SHORTEST_MILLIS, LONGEST_MILLIS);
  }

  /**
   * A back-off within bounds.
   *
   * @param shortest the shortest pause, milliseconds
   * @param longest the longest pause, milliseconds
   */
  public RetryBackoff(RandomGenerator random, long shortest, long longest) {
    this.random = random;
    this.shortest = shortest;
    this.longest = longest;
    ceiling = shortest;
  }

  /** The next pause: between half its ceiling and its ceiling, never under the shortest. */
  public long nextMillis() {
    long floor = Math.max(shortest, ceiling / 2);
    long pause = random.nextLong(floor, ceiling + 1);
    ceiling = Math.min(2 * ceiling, longest);
    return pause;
  }
}
