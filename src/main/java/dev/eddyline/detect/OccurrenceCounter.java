package dev.eddyline.detect;

import java.util.Arrays;

/**
 * Counts occurrences of numbers. One instance per thread is reused; its tables are not cleared,
 * since counts start from a baseline that rises with each use.
 */
final class OccurrenceCounter {

  private static final int MIN_TABLE_SIZE = 16;

  /** Larger tables are not reused. */
  private static final int MAX_REUSED_TABLE_SIZE = 1 << 12;

  private static final ThreadLocal<OccurrenceCounter> REUSED_COUNTER_OF_THREAD =
      ThreadLocal.withInitial(() -> new OccurrenceCounter(MIN_TABLE_SIZE));

  private long[] numberBySlot;

  /** Count of each number plus the baseline; a slot is free if this is ≤ the baseline. */
  private int[] countPlusBaselineBySlot;

  private int begin;
  private int counted;
  private int distinct;

  /** Number of slots in use, a power of two. */
  private int places;

  private OccurrenceCounter(int expected) {
    places = places(expected);
    numberBySlot = new long[places];
    countPlusBaselineBySlot = new int[places];
  }

  /**
   * An empty counter for about this many numbers, fewer than 2^29. A thread may use only one at a
   * time.
   */
  static OccurrenceCounter emptyCounterFor(int expected) {
    int places = places(expected);
    if (places > MAX_REUSED_TABLE_SIZE) {
      return new OccurrenceCounter(expected);
    }
    OccurrenceCounter counter = REUSED_COUNTER_OF_THREAD.get();
    if (places > counter.numberBySlot.length
        || counter.numberBySlot.length > MAX_REUSED_TABLE_SIZE) {
      counter = new OccurrenceCounter(expected);
      REUSED_COUNTER_OF_THREAD.set(counter);
    }
    counter.begin(places);
    return counter;
  }

  private static int places(int expected) {
    return Integer.highestOneBit(Math.max(MIN_TABLE_SIZE, expected + expected / 2)) * 2;
  }

  private void begin(int newPlaces) {
    begin += counted;
    if (begin < 0 || begin > Integer.MAX_VALUE / 2) {
      Arrays.fill(countPlusBaselineBySlot, 0);
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
    if (countPlusBaselineBySlot[index] <= begin) {
      numberBySlot[index] = number;
      countPlusBaselineBySlot[index] = begin;
      distinct++;
    }
    counted++;
    return ++countPlusBaselineBySlot[index] - begin;
  }

  /** The slot of a number, or the free slot for it. */
  private int place(long number) {
    int index = (int) (number ^ number >>> 32) & places - 1;
    while (countPlusBaselineBySlot[index] > begin && numberBySlot[index] != number) {
      index = index + 1 & places - 1;
    }
    return index;
  }

  private void grow() {
    long[] before = numberBySlot;
    int[] timesBefore = countPlusBaselineBySlot;
    int oldSize = places;
    places = 2 * oldSize;
    numberBySlot = new long[places];
    countPlusBaselineBySlot = new int[places];
    for (int i = 0; i < oldSize; i++) {
      if (timesBefore[i] > begin) {
        int index = place(before[i]);
        numberBySlot[index] = before[i];
        countPlusBaselineBySlot[index] = timesBefore[i];
      }
    }
  }
}
