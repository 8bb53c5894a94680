package dev.eddyline.evaluate;

import java.util.OptionalDouble;

/**
 * Precision and recall, and F1 of both.
 *
 * @param precision share of true alarms
 * @param recall share of loops that were found
 */
record Accuracy(Proportion precision, Proportion recall) {

  /** Quantile of a 97.5 % interval: both bounds of F1 hold together with 95 %. */
  private static final double Z_975 = 2.241402727604945;

  /** F1; none without loops. */
  OptionalDouble f1() {
    if (recall.total() == 0) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(f1(precision.value().orElse(0), recall.value().orElse(0)));
  }

  /** The lower bound of F1: that of the lower bounds of precision and recall. */
  double f1Low() {
    return f1(precision.low(Z_975), recall.low(Z_975));
  }

  /** The upper bound of F1: that of the upper bounds of precision and recall. */
  double f1High() {
    return f1(precision.high(Z_975), recall.high(Z_975));
  }

  private static double f1(double precision, double recall) {
    return precision + recall == 0 ? 0 : 2 * precision * recall / (precision + recall);
  }
}
