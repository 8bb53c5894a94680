package dev.eddyline.detect;

import java.util.Optional;

/**
 * Counts of tests as a message or an output tells them.
 *
 * @param failing how many fail, at least 0
 * @param total how many there are; null when only the failing ones are told
 */
public record TestCounts(long failing, Long total) {

  public TestCounts {
    if (failing < 0 || total != null && total < failing) {
      throw new IllegalArgumentException(
          "failing must be ≥ 0 and ≤ total, was %d of %s".formatted(failing, total));
    }
  }

  /** The counts that a text tells, if any. */
  public static Optional<TestCounts> in(String text) {
    return Optional.empty();
  }
}
