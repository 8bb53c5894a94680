package dev.eddyline.bench;

import java.util.SplittableRandom;

/** Seeded random numbers that do not depend on the order of drawing. */
final class Lots {

  private static final long A = 0x9E3779B97F4A7C15L;
  private static final long B = 0xBF58476D1CE4E5B9L;
  private static final long C = 0x94D049BB133111EBL;

  private Lots() {}

  /** A hash of three numbers. */
  static long mixed(long seed, long one, long two) {
    return mixed(mixed(seed + A * one) + C * two);
  }

  private static long mixed(long value) {
    long mixed = (value ^ (value >>> 30)) * B;
    mixed = (mixed ^ (mixed >>> 27)) * C;
    return mixed ^ (mixed >>> 31);
  }

  /** A number from 0 (inclusive) to 1 (exclusive) derived from a hash. */
  static double share(long mixed) {
    return (mixed >>> 11) * 0x1.0p-53;
  }

  /** A random generator seeded by a hash. */
  static SplittableRandom many(long mixed) {
    return new SplittableRandom(mixed);
  }
}
