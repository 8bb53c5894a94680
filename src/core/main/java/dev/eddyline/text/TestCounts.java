package dev.eddyline.text;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Test counts in a message or an output.
 *
 * @param failing how many fail, at least 0
 * @param total how many there are; null if only failing ones are reported
 */
public record TestCounts(long failing, @Nullable Long total) {

  public TestCounts {
    if (failing < 0 || total != null && total < failing) {
      throw new IllegalArgumentException(
          "failing must be ≥ 0 and ≤ total, was %d of %s".formatted(failing, total));
    }
  }

  /** The counts of the last test summary in a text, if any. */
  public static Optional<TestCounts> in(Text text) {
    return TestSummaries.last(text).or(() -> LocalizedSummaries.last(text.source()));
  }
}
