package dev.eddyline.detect;

import static dev.eddyline.detect.ScannedText.DIGIT;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collects the facts of a text, whose change always matters: exit and status codes, states, counts
 * of tests and errors, percentages. It receives the text's words (ASCII letters, digits,
 * underscores) in order. The pattern is tried only at its keywords and at numbers.
 */
final class ResultFacts implements Words.Taker {

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

  private static final WordShapes SHAPES = new WordShapes(WORDS);

  /** First characters of what may follow a number and a space, in both cases. */
  private static final String COUNTED = "eEfFpP%oO/";

  private final String masked;
  private final ScannedText text;
  private final StringBuilder facts = new StringBuilder();
  private @Nullable Matcher matcher;
  private int lastFactEnd;

  /**
   * Starts with the test counts. Uses the thread's {@link Room} until all words are processed.
   *
   * @param masked the text without its volatile parts
   * @param counts its test counts
   */
  ResultFacts(String masked, Optional<TestCounts> counts) {
    this.masked = masked;
    text = ScannedText.held(masked);
    counts.ifPresent(
        testCounts -> facts.append(testCounts.failing()).append('/').append(testCounts.total()));
  }

  /** Adds the fact that begins with a word, if there is one and no earlier fact covers it. */
  @Override
  public void take(int start, int endOfWord) {
    if (mayStartFact(start, endOfWord) && start >= lastFactEnd && text.at(start - 1) != '.') {
      matcher = matcher == null ? FACT.matcher(masked).useTransparentBounds(true) : matcher;
      if (matcher.region(start, masked.length()).lookingAt()) {
        lastFactEnd = matcher.end();
        facts.append('\n').append(masked, start, lastFactEnd);
      }
    }
  }

  /** The words of the text; collects the facts as well. */
  WordBag words() {
    return WordBag.of(masked, text.chars(), this);
  }

  /** Hash of the facts in text order. */
  long hash() {
    return Hash.of(facts.toString());
  }

  private boolean mayStartFact(int start, int endOfWord) {
    return text.is(start, DIGIT)
        ? mayBeCount(start)
        : SHAPES.mayBe(text, start, endOfWord) && text.endOfSpoken(WORDS, start) == endOfWord;
  }

  /** Whether a counted thing may follow the number that begins here. */
  private boolean mayBeCount(int start) {
    int number = start;
    while (text.is(number, DIGIT) || text.at(number) == '.') {
      number++;
    }
    return switch (text.at(number)) {
      case ' ' -> text.isIn(number + 1, COUNTED);
      case '%', 'o', 'O', '/' -> true;
      default -> false;
    };
  }
}
