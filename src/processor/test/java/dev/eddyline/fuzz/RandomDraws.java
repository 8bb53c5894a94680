package dev.eddyline.fuzz;

import java.util.List;
import java.util.random.RandomGenerator;

/** Random draws for mutations. */
final class RandomDraws {

  private RandomDraws() {}

  /** One of these. */
  static <T> T oneOf(RandomGenerator random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  /** True once in so many times. */
  static boolean oneIn(RandomGenerator random, int times) {
    return random.nextInt(times) == 0;
  }

  /** Start and end (exclusive) of a range; short ranges are the most likely. */
  record Range(int begin, int end) {

    static Range of(RandomGenerator random, int length) {
      int begin = random.nextInt(length + 1);
      int maxLength = oneIn(random, 4) ? length - begin : Math.min(8, length - begin);
      return new Range(begin, begin + random.nextInt(maxLength + 1));
    }
  }
}
