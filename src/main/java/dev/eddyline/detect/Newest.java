package dev.eddyline.detect;

import java.util.List;

/** The end of a history, whose newest entry stands last. */
final class Newest {

  private Newest() {}

  /** The newest entries, at most so many: a list of their own, since histories live on. */
  static <T> List<T> of(List<T> all, int most) {
    return List.copyOf(all.subList(Math.max(0, all.size() - most), all.size()));
  }

  /** The newest entry of a list that has one. */
  static <T> T of(List<T> all) {
    return all.get(all.size() - 1);
  }
}
