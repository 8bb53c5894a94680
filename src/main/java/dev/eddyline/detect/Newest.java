package dev.eddyline.detect;

import java.util.List;

/** The end of a history, whose newest entry stands last. */
final class Newest {

  private Newest() {}

  /** The newest entries, at most so many: a view of the list. */
  static <T> List<T> of(List<T> all, int most) {
    return all.subList(Math.max(0, all.size() - most), all.size());
  }

  /** The newest entry of a list that has one. */
  static <T> T of(List<T> all) {
    return all.get(all.size() - 1);
  }
}
