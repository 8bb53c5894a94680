package dev.eddyline.bench;

/**
 * The timed range of a run, as numbers of processed events.
 *
 * @param from processed events when timing begins, at least 0
 * @param to processed events when it ends, more than {@code from}
 */
record Span(long from, long to) {

  Span {
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException(
          "a range must start at ≥ 0 and end after its start, was %d to %d".formatted(from, to));
    }
  }

  /** A load's timed events between 10 % and 90 %. */
  static Span middle(Load load) {
    return middle(load.filling(), load.size());
  }

  /** The events between 10 % and 90 % of a range. */
  static Span middle(long from, long to) {
    long tenth = (to - from) / 10;
    return new Span(from + tenth, to - tenth);
  }
}
