package dev.eddyline.bench;

/**
 * The stretch of events that is timed: from one number of events taken to another.
 *
 * @param from events taken when timing begins, at least 0
 * @param to events taken when it ends, more than {@code from}
 */
record Span(long from, long to) {

  Span {
    if (from < 0 || to <= from) {
      throw new IllegalArgumentException(
          "a span goes from ≥ 0 to more, was from %d to %d".formatted(from, to));
    }
  }

  /** Of a load's timed events, those between 10 % and 90 %. */
  static Span middle(Load load) {
    return middle(load.filling(), load.size());
  }

  /** Of the events from one number to another, those between 10 % and 90 %. */
  static Span middle(long from, long to) {
    long tenth = (to - from) / 10;
    return new Span(from + tenth, to - tenth);
  }
}
