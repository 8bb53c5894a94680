package dev.eddyline.cases;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/** Random draws of one case; the same seed gives the same draws. */
final class Draw {

  private final SplittableRandom random;

  Draw(long seed) {
    random = new SplittableRandom(seed);
  }

  /** A seed for other draws. */
  long seed() {
    return random.nextLong();
  }

  /** A number from {@code least} to {@code most}, both included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  /** True in this share of draws. */
  boolean chance(double share) {
    return random.nextDouble() < share;
  }

  /** A number whose logarithm is uniform: small ones are frequent, large ones occur. */
  double logarithmic(double least, double most) {
    return least * StrictMath.pow(most / least, random.nextDouble());
  }

  <T> T pick(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  <T> List<T> shuffle(List<T> values) {
    List<T> shuffled = new ArrayList<>(values);
    for (int i = shuffled.size() - 1; i > 0; i--) {
      Collections.swap(shuffled, i, random.nextInt(i + 1));
    }
    return shuffled;
  }

  String digits(int count) {
    StringBuilder digits = new StringBuilder().append(between(1, 9));
    while (digits.length() < count) {
      digits.append(between(0, 9));
    }
    return digits.toString();
  }

  String hex(int count) {
    StringBuilder hex = new StringBuilder();
    while (hex.length() < count) {
      hex.append(Character.forDigit(between(0, 15), 16));
    }
    return hex.toString();
  }
}
