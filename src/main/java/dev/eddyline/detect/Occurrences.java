package dev.eddyline.detect;

import java.util.Arrays;

/**
 * Counts occurrences of numbers. One instance per thread is reused; its tables are not cleared,
 * since counts start from a baseline that rises with each use.
 */
final class Occurrences {

  private static final int LEAST = 16;

  /** Larger tables are not reused. */
  private static final int MOST_KEPT = 1 << 12;

  private static final ThreadLocal<Occurrences> KEPT =
      ThreadLocal.withInitial(() -> new Occurrences(LEAST));

  private long[] numbers;

  /** Count of each number plus the baseline; a slot is free if this is ≤ the baseline. */
  private int[] times;

  private int begin;
  private int counted;
  private int distinct;

  /** Number of slots in use, a power of two. */
  private int places;

  private Occurrences(int expected) {
    places = places(expected);
    numbers = new long[places];
    times = new int[places];
  }

  /**
   * An empty counter for about this many numbers, fewer than 2^29. A thread may use only one at a
   * time.
   */
  static Occurrences of(int expected) {
    int places = places(expected);
    if (places > MOST_KEPT) {
      return new Occurrences(expected);
    }
    Occurrences kept = KEPT.get();
    if (places > kept.numbers.length || kept.numbers.length > MOST_KEPT) {
      kept = new Occurrences(expected);
      KEPT.set(kept);
    }
    kept.begin(places);
    return kept;
  }

  private static int places(int expected) {
    return Integer.highestOneBit(Math.max(LEAST, expected + expected / 2)) * 2;
  }

  private void begin(int newPlaces) {
    begin += counted;
    if (begin < 0 || begin > Integer.MAX_VALUE / 2) {
      Arrays.fill(times, 0);
      begin = 0;
    }
    places = newPlaces;
    counted = 0;
    distinct = 0;
  }

  /** Counts a number; returns its number of occurrences. */
  int next(long number) {
    if (distinct >= places / 4 * 3) {
      grow();
    }
    int place = place(number);
    if (times[place] <= begin) {
      numbers[place] = number;
      times[place] = begin;
      distinct++;
    }
    counted++;
    return ++times[place] - begin;
  }

  /** The slot of a number, or the free slot for it. */
  private int place(long number) {
    int place = (int) (number ^ number >>> 32) & places - 1;
    while (times[place] > begin && numbers[place] != number) {
      place = place + 1 & places - 1;
    }
    return place;
  }

  private void grow() {
    long[] before = numbers;
    int[] timesBefore = times;
    int taken = places;
    places = 2 * taken;
    numbers = new long[places];
    times = new int[places];
    for (int i = 0; i < taken; i++) {
      if (timesBefore[i] > begin) {
        int place = place(before[i]);
        numbers[place] = before[i];
        times[place] = timesBefore[i];
      }
    }
  }
}
