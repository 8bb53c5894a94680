package dev.eddyline.bench.load;

import java.util.SplittableRandom;

/** Seeded random numbers that do not depend on the order of drawing. */
public final class SeededRandom {

  private static final long A = 0x9E3779B97F4A7C15L;
  private static final long B = 0xBF58476D1CE4E5B9L;
  private static final long C = 0x94D049BB133111EBL;

  private SeededRandom() {}

  /** A hash of three numbers. */
  static long hash(long seed, long first, long second) {
    return hash(hash(seed + A * first) + C * second);
  }

  private static long hash(long value) {
    long hash = (value ^ (value >>> 30)) * B;
    hash = (hash ^ (hash >>> 27)) * C;
    return hash ^ (hash >>> 31);
  }

  /** A number from 0 (inclusive) to 1 (exclusive) derived from a hash. */
  static double toUnitInterval(long hash) {
    return (hash >>> 11) * 0x1.0p-53;
  }

  /** A random generator seeded by a hash. */
  public static SplittableRandom createGenerator(long hash) {
    return new SplittableRandom(hash);
  }
}
