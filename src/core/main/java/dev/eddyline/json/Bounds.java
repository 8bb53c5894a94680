package dev.eddyline.json;

import java.util.Map;

/**
 * Bounds of a field that Avro cannot express: minimum and maximum of a number or a text length,
 * inclusive.
 */
public record Bounds(double min, double max) {
  private static final Bounds NONE = new Bounds(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  /** Most tokens of one event: the sum of many events stays a number. */
  private static final double MAX_TOKENS = 1e12;

  /** Most US dollars of one event. */
  private static final double MAX_USD = 1e9;

  private static final Bounds NOT_NEGATIVE = new Bounds(0, Double.POSITIVE_INFINITY);

  private static final Map<String, Bounds> BY_FIELD =
      Map.ofEntries(
          Map.entry("taskId", new Bounds(1, Double.POSITIVE_INFINITY)),
          Map.entry("tokens", new Bounds(0, MAX_TOKENS)),
          Map.entry("costUsd", new Bounds(0, MAX_USD)),
          Map.entry("testsTotal", NOT_NEGATIVE),
          Map.entry("testsFailed", NOT_NEGATIVE),
          Map.entry("coveragePercent", new Bounds(0, 100)),
          Map.entry("filesCreated", NOT_NEGATIVE),
          Map.entry("dependenciesAdded", NOT_NEGATIVE),
          Map.entry("linesWritten", NOT_NEGATIVE),
          Map.entry("subtasksCompleted", NOT_NEGATIVE));

  /** Bounds of a field; unbounded if not in the table. */
  public static Bounds of(String field) {
    return BY_FIELD.getOrDefault(field, NONE);
  }

  /** Whether a value is within the bounds; NaN is not. */
  public boolean allow(double value) {
    return min <= value && value <= max;
  }

  /** The bounds in words: {@code at least 0}, or {@code 0 to 100}. */
  public String inWords() {
    return max == Double.POSITIVE_INFINITY
        ? "at least " + (long) min
        : (long) min + " to " + (long) max;
  }
}
