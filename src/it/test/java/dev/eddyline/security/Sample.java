package dev.eddyline.security;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A random part of a long list of cases, another one in each run. */
final class Sample {

  private Sample() {}

  /** Some of these cases; all with the system property {@code cases.all}. */
  static <T> List<T> of(List<T> all, int count) {
    if (Boolean.getBoolean("cases.all") || all.size() <= count) {
      return all;
    }
    List<T> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled);
    return shuffled.subList(0, count);
  }
}
