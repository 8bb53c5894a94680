package dev.eddyline.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * A figure of several rounds.
 *
 * @param median the round in the middle, or between the two in the middle
 * @param least the least of all rounds
 * @param most the greatest of all rounds
 */
record Spread(double median, double least, double most) {

  /** The spread of at least one round. */
  static Spread of(List<Double> rounds) {
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("a spread needs at least one round");
    }
    double[] sorted = rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** The ratios of two figures, round by round: what slows a whole round down cancels out. */
  static Spread ofRatios(List<Double> above, List<Double> below) {
    if (above.size() != below.size()) {
      throw new IllegalArgumentException(
          "ratios need as many rounds on both sides, were %d and %d"
              .formatted(above.size(), below.size()));
    }
    return of(IntStream.range(0, above.size()).mapToObj(i -> above.get(i) / below.get(i)).toList());
  }

  /** Median and range, as a format of one number writes them. */
  String inWords(String format) {
    return String.format(
        Locale.ROOT, format + " (" + format + " to " + format + ")", median, least, most);
  }
}
