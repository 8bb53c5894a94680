package dev.eddyline.metrics;

/** Upper bounds of histograms. */
final class HistogramBuckets {
  static final double[] NONE = {};
  static final double[] SHORT = {.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60};
  static final double[] LONG = {10, 60, 300, 900, 3_600, 14_400, 86_400, 604_800};
  static final double[] COUNTS = {1, 2, 3, 4, 5, 8, 13, 21, 50};

  private HistogramBuckets() {}
}
