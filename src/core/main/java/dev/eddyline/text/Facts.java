package dev.eddyline.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The facts of a text, whose change always matters: exit and status codes, states, counts of tests
 * and errors, percentages. Nothing volatile is a fact.
 */
public final class Facts {

  /** Facts by the tags of their tokens: a key and its value, or a number and what it counts. */
  private static final Pattern FACT =
      Pattern.compile(
          "(?:[KC]|H(?:/[n.]{1,3})?)(?:[ \\n\"']{0,3}[CVIW]){0,3}+[ \\n\"'`:=]{0,4}"
              + "(?<value>[A-Z_a-km-tv-z.+-]{1,20})"
              + "|[EefgFP][\"']?[:=][ \\n]?n"
              + "|n(?:\\.n)?(?:[ \\n][EefgFGPp]|[ \\n]?%|[ \\n]?[O/][ \\n]?n(?![A-Z_a-km-tv-z.]))");

  private static final String KEYS = "KCHEefgFP";

  /** What may follow a number, or the space behind it. */
  private static final String COUNTED = "EefgFGPp%O/.";

  /** Characters of a value that count. */
  private static final int MAX_VALUE = 40;

  /** A fact that is not a problem: nothing failed, no error, a good state, a code of success. */
  private static final Pattern CLEAN =
      Pattern.compile(
          "0/\\w+|0 \\w+|\\d+"
              + " pass\\w*|.*\\b(?:ok|success\\w*|succeeded|passed|healthy|up|ready|clean"
              + "|green|true|0|2\\d\\d)",
          Pattern.CASE_INSENSITIVE);

  /** A fact that shows a failure: failed tests, errors, an exit code other than 0. */
  private static final Pattern FAILURE =
      Pattern.compile(
          "[1-9]\\d* ?(?:fail\\w*|errors?)"
              + "|(?:fail\\w*|errors?)[\"']?[:=] ?[1-9]\\d*"
              + "|exit(?:ed)?[ _-]?(?:with)?[ _-]?(?:code|status)?[ \"':=]{1,4}[1-9]\\d*",
          Pattern.CASE_INSENSITIVE);

  private Facts() {}

  /** Whether facts show a failure, although the tool itself may have succeeded. */
  public static boolean showFailure(String facts) {
    int end = facts.indexOf('\n');
    String counts = end < 0 ? facts : facts.substring(0, end);
    return !counts.isEmpty() && !counts.startsWith("0/")
        || facts.lines().anyMatch(fact -> FAILURE.matcher(fact.strip()).matches());
  }

  /** Whether facts show no problem; without facts there is none. */
  public static boolean areClean(String facts) {
    return facts.lines().allMatch(fact -> fact.isEmpty() || CLEAN.matcher(fact).matches());
  }

  /**
   * The facts in the order of the text, one a line.
   *
   * @param counts the text's test counts, which are facts too, and first
   */
  public static String text(Text text, Optional<TestCounts> counts) {
    StringBuilder facts = new StringBuilder();
    counts.ifPresent(test -> facts.append(test.failing()).append('/').append(test.total()));
    new Stretches(text, false).each((from, to) -> append(text, from, to, facts), part -> {});
    return facts.toString();
  }

  private static void append(Text text, int from, int to, StringBuilder facts) {
    Matcher fact = null;
    int token = from;
    while (token < to) {
      int end = token + 1;
      if (mayBegin(text, token, to)) {
        fact = fact == null ? FACT.matcher(text.tags()) : fact;
        if (fact.region(token, to).lookingAt()) {
          end = fact.end();
          appendFact(text, token, end, facts.append('\n'));
          cut(fact.start("value"), text, end, facts);
        }
      }
      token = end;
    }
  }

  /** Whether a fact may begin at a token: at a key, or at a number of something that counts. */
  private static boolean mayBegin(Text text, int token, int to) {
    char tag = text.tag(token);
    boolean may = KEYS.indexOf(tag) >= 0;
    if (tag == 'n' && token + 1 < to) {
      char next = text.tag(token + 1);
      boolean space = Tags.isSpace(next) && token + 2 < to;
      may = COUNTED.indexOf(space ? text.tag(token + 2) : next) >= 0;
    }
    return may && (token == 0 || text.tag(token - 1) != '.');
  }

  private static void appendFact(Text text, int from, int to, StringBuilder facts) {
    for (int token = from; token < to; token++) {
      if (Tags.isSpace(text.tag(token))) {
        facts.append(' ');
      } else {
        facts.append(text.chars(), text.start(token), text.end(token) - text.start(token));
      }
    }
  }

  /** Cuts a value that begins at a token, if there is one. */
  private static void cut(int value, Text text, int end, StringBuilder facts) {
    int excess = value < 0 ? 0 : text.start(end) - text.start(value) - MAX_VALUE;
    facts.setLength(facts.length() - Math.max(0, excess));
  }
}
