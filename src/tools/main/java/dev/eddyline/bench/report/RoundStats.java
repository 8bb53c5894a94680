package dev.eddyline.bench.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Median and range of a figure over several rounds.
 *
 * @param median the middle value, or the mean of the two middle values
 * @param least the minimum of all rounds
 * @param most the maximum of all rounds
 */
public record RoundStats(double median, double least, double most) {

  /** Statistics of at least one round. */
  public static RoundStats of(List<Double> rounds) {
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("statistics need at least one round");
    }
    double[] sorted = rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new RoundStats(median, sorted[0], sorted[sorted.length - 1]);
  }

  /** Ratios of two figures, paired by round: a slow round cancels out. */
  public static RoundStats ofRatios(List<Double> numerators, List<Double> denominators) {
    if (numerators.size() != denominators.size()) {
      throw new IllegalArgumentException(
          "ratios need as many rounds on both sides, were %d and %d"
              .formatted(numerators.size(), denominators.size()));
    }
    return of(
        IntStream.range(0, numerators.size())
            .mapToObj(i -> numerators.get(i) / denominators.get(i))
            .toList());
  }

  /** Median and range as text; the format is that of one number. */
  String formatMedianAndRange(String format) {
    return String.format(
        Locale.ROOT, format + " (" + format + " to " + format + ")", median, least, most);
  }
}
