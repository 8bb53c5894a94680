package dev.eddyline.detect;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts of tests as a message or an output tells them.
 *
 * @param failing how many fail, at least 0
 * @param total how many there are; null when only the failing ones are told
 */
public record TestCounts(long failing, @Nullable Long total) {

  /** Characters that are looked at at either end of a text. */
  private static final int LOOK = 8_192;

  /** One of these stands in every summary; searching for them costs less than a pattern. */
  private static final String[] NEEDED = {
    "fail", "pass", "Fail", "Pass", "FAIL", "PASS", "examples", "Ran "
  };

  public TestCounts {
    if (failing < 0 || total != null && total < failing) {
      throw new IllegalArgumentException(
          "failing must be ≥ 0 and ≤ total, was %d of %s".formatted(failing, total));
    }
  }

  /** The counts that the last summary of tests in a text tells, if any; only its ends are read. */
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

  /** The text's beginning; a number that the end cuts in two would be another number. */
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
