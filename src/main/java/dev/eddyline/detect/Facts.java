package dev.eddyline.detect;

import static dev.eddyline.detect.ScannedText.DIGIT;
import static dev.eddyline.detect.ScannedText.LETTER;
import static dev.eddyline.detect.ScannedText.WORD;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a text tells that is never a small difference: exit and status codes, states, counts of
 * tests and errors, percentages. The pattern is tried only where one of its words or a number
 * begins.
 */
final class Facts {

  private static final Pattern FACT =
      Pattern.compile(
          "(?i)(?:(?=[a-z])(?:"
              + "(?:exit(?:ed)?|status|state|phase|progress|code|errno|http(?:/[\\d.]{1,3})?)(?!\\w)"
              + "(?:[\\s\"']{0,3}(?:code|status|value|with|is|was|to)(?!\\w)){0,3}+"
              + "[\\s\"'`:=]{0,4}[\\w.+-]{1,40}"
              + "|(?:errors?|failures?|failed|passed)[:=] ?\\d{1,9})"
              + "|\\d{1,9}(?:\\.\\d{1,9})?(?: (?:errors?|failures?|failed|failing|passed|passing)(?!\\w)| ?%| ?(?:of|/) ?\\d{1,9}(?![\\w.])))");

  private static final String[] WORDS = {
    "exit",
    "exited",
    "status",
    "state",
    "phase",
    "progress",
    "code",
    "errno",
    "http",
    "error",
    "errors",
    "failure",
    "failures",
    "failed",
    "passed"
  };

  private Facts() {}

  /**
   * Hash of the facts in the order of the text.
   *
   * @param masked the text without its volatile parts
   * @param counts what it tells of tests
   */
  static long in(String masked, Optional<TestCounts> counts) {
    StringBuilder facts = new StringBuilder();
    counts.ifPresent(told -> facts.append(told.failing()).append('/').append(told.total()));
    ScannedText text = ScannedText.of(masked);
    Matcher found = null;
    int at = 0;
    while (at < text.length()) {
      int end = text.is(at, WORD) ? text.end(at, WORD) : at + 1;
      if (mayBegin(text, at, end)) {
        found = found == null ? FACT.matcher(masked).useTransparentBounds(true) : found;
        if (found.region(at, text.length()).lookingAt()) {
          facts.append('\n').append(masked, at, found.end());
          end = found.end();
        }
      }
      at = end;
    }
    return Hash.of(facts.toString());
  }

  private static boolean mayBegin(ScannedText text, int at, int end) {
    if (text.is(at - 1, WORD) || text.at(at - 1) == '.') {
      return false;
    }
    if (text.is(at, DIGIT)) {
      int number = at;
      while (text.is(number, DIGIT) || text.at(number) == '.') {
        number++;
      }
      return text.isIn(number, " %oO/");
    }
    return text.is(at, LETTER)
        && text.isIn(at, "eEsSpPcChHfF")
        && text.endOfSpoken(WORDS, at) == end;
  }
}
