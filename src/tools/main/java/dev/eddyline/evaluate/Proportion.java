package dev.eddyline.evaluate;

import java.util.OptionalDouble;

/**
 * A share of a total, with Wilson's score interval.
 *
 * @param hits from 0 to {@code total}
 * @param total ≥ 0; with 0 there is no value
 */
record Proportion(long hits, long total) {

  /** Standard normal quantile of a 95 % interval. */
  static final double Z_95 = 1.959963984540054;

  Proportion {
    if (hits < 0 || hits > total) {
      throw new IllegalArgumentException("hits must be from 0 to " + total + ", was " + hits);
    }
  }

  /** The share, from 0 to 1. */
  OptionalDouble value() {
    return total == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) hits / total);
  }

  /** The lower bound of the interval; 0 without a total. */
  double low(double z) {
    return total == 0 ? 0 : Math.max(0, center(z) - halfWidth(z));
  }

  /** The upper bound of the interval; 1 without a total. */
  double high(double z) {
    return total == 0 ? 1 : Math.min(1, center(z) + halfWidth(z));
  }

  private double center(double z) {
    return (hits + z * z / 2) / (total + z * z);
  }

  private double halfWidth(double z) {
    double failures = total - hits;
    return z / (total + z * z) * Math.sqrt(hits * failures / total + z * z / 4);
  }
}
