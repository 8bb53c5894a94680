package dev.eddyline.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/** Random draws for mutations. */
final class Lots {

  private Lots() {}

  /** One of these. */
  static <T> T oneOf(RandomGenerator lots, List<T> many) {
    return many.get(lots.nextInt(many.size()));
  }

  /** True once in so many times. */
  static boolean oneIn(RandomGenerator lots, int times) {
    return lots.nextInt(times) == 0;
  }

  /** Start and end (exclusive) of a range; short ranges are the most likely. */
  record Part(int begin, int end) {

    static Part of(RandomGenerator lots, int length) {
      int begin = lots.nextInt(length + 1);
      int most = oneIn(lots, 4) ? length - begin : Math.min(8, length - begin);
      return new Part(begin, begin + lots.nextInt(most + 1));
    }
  }
}
