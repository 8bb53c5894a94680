package dev.eddyline.detect;

import static dev.eddyline.detect.ScannedText.DIGIT;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a text tells that is never a small difference: exit and status codes, states, counts of
 * tests and errors, percentages. It is shown the text's words, runs of ASCII's letters, digits and
 * underscores, in their order. The pattern is tried only where one of its words or a number begins.
 */
final class Facts implements Words.Taker {

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

  /** What may stand behind a number and a space: how it begins, in either case. */
  private static final String COUNTED = "eEfFpP%oO/";

  private final String masked;
  private final ScannedText text;
  private final StringBuilder facts = new StringBuilder();
  private @Nullable Matcher matcher;
  private int end;

  /**
   * No facts so far but the counts. Until its words were shown, the thread's {@link Room} is taken.
   *
   * @param masked the text without its volatile parts
   * @param counts what it tells of tests
   */
  Facts(String masked, Optional<TestCounts> counts) {
    this.masked = masked;
    text = ScannedText.held(masked);
    counts.ifPresent(told -> facts.append(told.failing()).append('/').append(told.total()));
  }

  /** Takes the fact that begins with a word, where one does, unless an earlier one goes so far. */
  @Override
  public void take(int start, int endOfWord) {
    if (mayBegin(start, endOfWord) && start >= end && text.at(start - 1) != '.') {
      matcher = matcher == null ? FACT.matcher(masked).useTransparentBounds(true) : matcher;
      if (matcher.region(start, masked.length()).lookingAt()) {
        end = matcher.end();
        facts.append('\n').append(masked, start, end);
      }
    }
  }

  /** The words of the text, which are shown to this. */
  WordBag words() {
    return WordBag.of(masked, text.chars(), this);
  }

  /** Hash of the facts in the order of the text. */
  long hash() {
    return Hash.of(facts.toString());
  }

  private boolean mayBegin(int start, int endOfWord) {
    return text.is(start, DIGIT)
        ? mayBeCount(start)
        : SHAPES.mayBe(text, start, endOfWord) && text.endOfSpoken(WORDS, start) == endOfWord;
  }

  /** Whether something that is counted may follow the number that begins here. */
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
