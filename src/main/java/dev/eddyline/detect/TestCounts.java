package dev.eddyline.detect;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Test counts in a message or an output.
 *
 * @param failing how many fail, at least 0
 * @param total how many there are; null if only failing ones are reported
 */
public record TestCounts(long failing, @Nullable Long total) {

  /** Characters scanned at each end of a text. */
  private static final int LOOK = 8_192;

  /** Every summary contains one of these; searching for them is cheaper than a pattern. */
  private static final String[] NEEDED = {
    "fail", "pass", "Fail", "Pass", "FAIL", "PASS", "examples", "Ran "
  };

  public TestCounts {
    if (failing < 0 || total != null && total < failing) {
      throw new IllegalArgumentException(
          "failing must be ≥ 0 and ≤ total, was %d of %s".formatted(failing, total));
    }
  }

  /** The counts of the last test summary in a text, if any; only both ends are scanned. */
  public static Optional<TestCounts> in(String text) {
    if (text.length() <= 2 * LOOK) {
      return last(text);
    }
    Optional<TestCounts> end = last(tail(text));
    return end.isPresent() ? end : last(head(text));
  }

  private static Optional<TestCounts> last(String text) {
    for (String needed : NEEDED) {
      if (text.contains(needed)) {
        return TestSummaries.last(text);
      }
    }
    return Optional.empty();
  }

  /** The text's beginning, without a number that would be truncated. */
  private static String head(String text) {
    int end = LOOK;
    while (end > 0 && Character.isDigit(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(0, end);
  }

  private static String tail(String text) {
    int begin = text.length() - LOOK;
    while (begin < text.length() && Character.isDigit(text.charAt(begin))) {
      begin++;
    }
    return text.substring(begin);
  }
}
