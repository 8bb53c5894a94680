package dev.eddyline.bench.report;

/**
 * The timed range of a run, as numbers of processed events.
 *
 * @param from processed events when timing begins, at least 0
 * @param to processed events when it ends, more than {@code from}
 */
public record TimedRange(long from, long to) {

  public TimedRange {
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException(
          "a range must start at ≥ 0 and end after its start, was %d to %d".formatted(from, to));
    }
  }

  /** Number of events in it. */
  public long eventCount() {
    return to - from;
  }
}
