package dev.eddyline.evaluate;

/**
 * A span of a loop in lines or numbers of events, from 1.
 *
 * @param onset its first line
 * @param end the last line at which a verdict is in time
 */
record LineSpan(long onset, long end) {

  /** A span; its end may not be before its onset. */
  static LineSpan checked(String field, long onset, long end) throws InvalidLabelException {
    if (end < onset) {
      throw LabelFields.invalid(
          field, "must not be before %d, where the loop begins, was %d".formatted(onset, end));
    }
    return new LineSpan(onset, end);
  }

  /** The span in events; a line without an event is invalid. */
  LoopSpan resolve(String field, EventNumbers events) throws InvalidLabelException {
    return new LoopSpan(
        events.require(field, onset, events.first(onset)),
        events.require(field, end, events.last(end)));
  }
}
