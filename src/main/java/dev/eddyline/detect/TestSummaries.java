package dev.eddyline.detect;

import dev.eddyline.detect.TestTokens.Kind;
import dev.eddyline.detect.TestTokens.Token;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads test summaries of pytest, unittest, jest, vitest, mocha, Maven, Gradle, cargo, RSpec,
 * PHPUnit, XCTest, dotnet, and of people.
 *
 * <p>A summary is a series of counts separated by punctuation only, such as {@code 3 failed, 7
 * passed} or {@code Tests run: 10, Failures: 2}. A count without the word "test" needs more
 * evidence: {@code attempt 3 failed} and {@code 3 failed logins} do not count.
 */
final class TestSummaries {

  /** Maximum characters between two counts of one summary. */
  private static final int MAX_GAP = 80;

  /** Text between two counts of one summary. */
  private static final Pattern GAP =
      Pattern.compile(
          "[\\s,;|.:=()•✓✔✗✘×*-]{0,40}+"
              + "(?:(?:and|with|but) |(?<=\\()[\\d.]{1,12} ?(?:ms|s|m)\\)[\\s,;|.:=-]{0,20}+)?");

  /** What may follow a count without the word "test". */
  private static final Pattern END = Pattern.compile(" {0,8}+(?:\\z|[^\\w ]|in \\d|and \\d)");

  /** What follows a complete summary. */
  private static final Pattern TOOK = Pattern.compile(" in \\d");

  private final String text;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private boolean keyed;
  private boolean believed;
  private boolean took;
  private int end;

  private TestSummaries(String text) {
    this.text = text;
  }

  /** The counts of the last summary in which a test ran. */
  static Optional<TestCounts> last(String coloured) {
    String text = AnsiEscapes.removeAnsiEscapes(coloured);
    TestTokens tokens = new TestTokens(text);
    TestSummaries open = new TestSummaries(text);
    Optional<TestCounts> last = Optional.empty();
    for (Token token = tokens.next(); token != null; token = tokens.next()) {
      boolean phrase = token.kind() == null;
      if (phrase || !open.continuesWith(token)) {
        last = open.countedOr(last);
        open = new TestSummaries(text);
      }
      if (phrase) {
        last = token.phrase().isPresent() ? token.phrase() : last;
      } else {
        open.take(token);
      }
    }
    return open.countedOr(last);
  }

  private boolean continuesWith(Token token) {
    return !counts.isEmpty()
        && (token.kind() == Kind.OTHER || !counts.containsKey(token.kind()))
        && token.start() - end <= MAX_GAP
        && GAP.matcher(text).region(end, token.start()).useTransparentBounds(true).matches();
  }

  private void take(Token token) {
    keyed |= token.keyed();
    believed |= !token.keyed() && (token.noun() || isBelieved(token));
    took |= TOOK.matcher(text).region(token.end(), text.length()).lookingAt();
    counts.put(token.kind(), token.count());
    if (token.of() != null) {
      counts.put(Kind.TOTAL, token.of());
    }
    end = token.end();
  }

  /** Whether a count without the word "test" is accepted. */
  private boolean isBelieved(Token token) {
    return token.verb()
        && END.matcher(text).region(token.end(), text.length()).lookingAt()
        && (!counts.isEmpty() || begins(token.start()));
  }

  /** Whether no word before the number makes it an ordinal number. */
  private boolean begins(int start) {
    int before = start - 1;
    while (before >= 0 && before > start - 16 && " \t".indexOf(text.charAt(before)) >= 0) {
      before--;
    }
    return before < 0
        || !Character.isLetterOrDigit(text.charAt(before))
        || text.regionMatches(true, before - 4, "tests", 0, 5);
  }

  private Optional<TestCounts> countedOr(Optional<TestCounts> earlier) {
    Optional<TestCounts> counted = counted();
    return counted.isPresent() ? counted : earlier;
  }

  private Optional<TestCounts> counted() {
    Long fail = counts.get(Kind.FAIL);
    Long pass = counts.get(Kind.PASS);
    Long total = counts.get(Kind.TOTAL);
    boolean proven = keyed ? fail != null && (pass != null || total != null) : believed;
    if (!proven || fail == null && pass == null) {
      return Optional.empty();
    }
    long failing = (fail == null ? 0 : fail) + counts.getOrDefault(Kind.ERROR, 0L);
    if (total == null && pass == null && !took) {
      return Optional.of(new TestCounts(failing, null));
    }
    long all = total != null && total >= failing ? total : failing + (pass == null ? 0 : pass);
    return all == 0 ? Optional.empty() : Optional.of(new TestCounts(failing, all));
  }
}
