package dev.eddyline.evaluate;

/**
 * A part of a run in which a verdict finds the loop.
 *
 * @param onset index of the event at which it begins
 * @param end index of the last event at which a verdict is in time
 */
record LoopSpan(int onset, int end) {

  boolean contains(int event) {
    return onset <= event && event <= end;
  }
}
