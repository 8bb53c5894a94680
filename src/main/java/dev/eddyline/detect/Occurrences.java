package dev.eddyline.detect;

/** Counts how often numbers came so far. */
final class Occurrences {

  private static final int LEAST = 16;

  private long[] numbers;
  private int[] times;
  private int distinct;

  /** None so far; about so many are to come, fewer than 2^29. */
  Occurrences(int expected) {
    int places = Integer.highestOneBit(Math.max(LEAST, expected + expected / 2)) * 2;
    numbers = new long[places];
    times = new int[places];
  }

  /** How often this number has come, this time included. */
  int next(long number) {
    if (distinct >= numbers.length / 4 * 3) {
      grow();
    }
    int place = place(number);
    if (times[place] == 0) {
      numbers[place] = number;
      distinct++;
    }
    return ++times[place];
  }

  /** Where a number is, or is to be, among those whose places are taken. */
  private int place(long number) {
    int place = (int) (number ^ number >>> 32) & numbers.length - 1;
    while (times[place] != 0 && numbers[place] != number) {
      place = place + 1 & numbers.length - 1;
    }
    return place;
  }

  private void grow() {
    long[] before = numbers;
    int[] timesBefore = times;
    numbers = new long[2 * before.length];
    times = new int[2 * before.length];
    for (int i = 0; i < before.length; i++) {
      if (timesBefore[i] != 0) {
        int place = place(before[i]);
        numbers[place] = before[i];
        times[place] = timesBefore[i];
      }
    }
  }
}
