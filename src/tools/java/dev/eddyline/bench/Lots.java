package dev.eddyline.bench;

import java.util.SplittableRandom;

/** Seeded chance: the same numbers lead to the same lots, in whatever order they are drawn. */
final class Lots {

  private static final long A = 0x9E3779B97F4A7C15L;
  private static final long B = 0xBF58476D1CE4E5B9L;
  private static final long C = 0x94D049BB133111EBL;

  private Lots() {}

  /** A well mixed number made of three. */
  static long mixed(long seed, long one, long two) {
    return mixed(mixed(seed + A * one) + C * two);
  }

  private static long mixed(long value) {
    long mixed = (value ^ (value >>> 30)) * B;
    mixed = (mixed ^ (mixed >>> 27)) * C;
    return mixed ^ (mixed >>> 31);
  }

  /** A number from 0 to below 1 that belongs to a mixed number. */
  static double share(long mixed) {
    return (mixed >>> 11) * 0x1.0p-53;
  }

  /** Many lots that belong to a mixed number. */
  static SplittableRandom many(long mixed) {
    return new SplittableRandom(mixed);
  }
}
