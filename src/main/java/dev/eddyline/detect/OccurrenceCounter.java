package dev.eddyline.detect;

import java.util.Arrays;

/**
 * Counts occurrences of numbers. One instance per thread is reused; its tables are not cleared,
 * since counts start from a baseline that rises with each use.
 */
final class OccurrenceCounter {

  private static final int MIN_SIZE = 16;

  /** Larger tables are not reused. */
  private static final int MAX_REUSED_SIZE = 1 << 12;

  private static final ThreadLocal<OccurrenceCounter> THREAD_LOCAL =
      ThreadLocal.withInitial(() -> new OccurrenceCounter(MIN_SIZE));

  private long[] keys;

  /** Count of each number plus the baseline; a slot is free if this is ≤ the baseline. */
  private int[] counts;

  private int begin;
  private int counted;
  private int distinct;

  /** Number of slots in use, a power of two. */
  private int places;

  private OccurrenceCounter(int expected) {
    places = places(expected);
    keys = new long[places];
    counts = new int[places];
  }

  /**
   * An empty counter for about this many numbers, fewer than 2^29. A thread may use only one at a
   * time.
   */
  static OccurrenceCounter empty(int expected) {
    int places = places(expected);
    if (places > MAX_REUSED_SIZE) {
      return new OccurrenceCounter(expected);
    }
    OccurrenceCounter counter = THREAD_LOCAL.get();
    if (places > counter.keys.length || counter.keys.length > MAX_REUSED_SIZE) {
      counter = new OccurrenceCounter(expected);
      THREAD_LOCAL.set(counter);
    }
    counter.begin(places);
    return counter;
  }

  private static int places(int expected) {
    return Integer.highestOneBit(Math.max(MIN_SIZE, expected + expected / 2)) * 2;
  }

  private void begin(int newPlaces) {
    begin += counted;
    if (begin < 0 || begin > Integer.MAX_VALUE / 2) {
      Arrays.fill(counts, 0);
      begin = 0;
    }
    places = newPlaces;
    counted = 0;
    distinct = 0;
  }

  /** Counts a number; returns its number of occurrences. */
  int increment(long number) {
    if (distinct >= places / 4 * 3) {
      grow();
    }
    int index = place(number);
    if (counts[index] <= begin) {
      keys[index] = number;
      counts[index] = begin;
      distinct++;
    }
    counted++;
    return ++counts[index] - begin;
  }

  /** The slot of a number, or the free slot for it. */
  private int place(long number) {
    int index = (int) (number ^ number >>> 32) & places - 1;
    while (counts[index] > begin && keys[index] != number) {
      index = index + 1 & places - 1;
    }
    return index;
  }

  private void grow() {
    long[] before = keys;
    int[] timesBefore = counts;
    int oldSize = places;
    places = 2 * oldSize;
    keys = new long[places];
    counts = new int[places];
    for (int i = 0; i < oldSize; i++) {
      if (timesBefore[i] > begin) {
        int index = place(before[i]);
        keys[index] = before[i];
        counts[index] = timesBefore[i];
      }
    }
  }
}
