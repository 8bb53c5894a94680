package dev.eddyline.detect;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds single counts of tests in a text, such as {@code 3 failed}, {@code 10 tests} or {@code
 * Failures: 2}. A pattern is tried only at numbers and at words with one of few initial letters.
 */
final class TestTokens {

  private static final String NOUN =
      "(?:unit |integration )?(?:tests?|specs?|examples?|scenarios?)";

  private static final String FAIL = "failed|failing|failures?|fails?";
  private static final String PASS = "passed|passing|pass";
  private static final String TOTAL = "total|completed";
  private static final String OTHER =
      "skipped|skips?|pending|ignored|todo|xfailed|xpassed|deselected|warnings?|rerun|measured"
          + "|filtered out|assertions|runs";

  private static final Pattern COUNT =
      Pattern.compile(
          "(?i)(?<count>\\d{1,9})(?:(?:/| of | out of )(?<of>\\d{1,9}))? {1,4}"
              + ("(?:(?<noun>" + NOUN + ") {0,4})?(?:(?:have|has|are|is|were|was|still) ){0,2}")
              + ("(?:(?<fail>" + FAIL + ")|(?<pass>" + PASS + ")|(?<error>errors?|errored)")
              + ("|(?<total>" + TOTAL + ")|(?<other>" + OTHER + "))?(?!\\w)")
              + ("(?<after> {1,4}" + NOUN + "(?!\\w))?"));

  private static final Pattern KEY =
      Pattern.compile(
          "(?i)(?:(?<fail>failed|failures)|(?<pass>passed)|(?<error>errors)"
              + "|(?<total>tests run|total tests|tests|total)|(?<other>skipped|assertions))"
              + (" {0,4}: {0,8}(?<count>\\d{1,9})(?!\\w)(?! {1,4}(?:" + FAIL + "|" + PASS)
              + ("|" + TOTAL + "|" + OTHER + ")(?!\\w))"));

  private static final Pattern WHOLE =
      Pattern.compile(
          "Ran {1,4}(?<ran>\\d{1,9}) tests? in [\\d.]{1,12}s\\s{1,8}"
              + "(?:FAILED \\((?<unit>[\\w=, ]{1,120})\\)|OK(?!\\w))"
              + "|(?i)(?<!not |if |when |until |unless |once |that )"
              + "all (?:\\d{1,9} )?tests (?:have )?passed(?!\\w)");

  private static final Pattern UNIT = Pattern.compile("(?<!\\w)(?:failures|errors)=(\\d{1,9})");

  /** Maximum characters of a key and its colon. */
  private static final int MAX_KEY = 32;

  /** What is counted. */
  enum Kind {
    FAIL,
    ERROR,
    PASS,
    TOTAL,
    OTHER
  }

  /**
   * A count, or a summary in one phrase.
   *
   * @param kind what is counted; null for a phrase
   * @param count how many
   * @param of the total, or null
   * @param keyed whether the word precedes the number
   * @param noun whether it says that these are tests
   * @param verb whether it says that they failed or passed
   * @param start where it begins
   * @param end where it ends
   * @param phrase counts of the phrase
   */
  record Token(
      @Nullable Kind kind,
      long count,
      @Nullable Long of,
      boolean keyed,
      boolean noun,
      boolean verb,
      int start,
      int end,
      Optional<TestCounts> phrase) {}

  private final String text;
  private final Matcher counts;
  private final Matcher keys;
  private final Matcher phrases;
  private int next;

  /** The counts in a text. */
  TestTokens(String text) {
    this.text = text;
    counts = over(COUNT);
    keys = over(KEY);
    phrases = over(WHOLE);
  }

  private Matcher over(Pattern pattern) {
    return pattern.matcher(text).useTransparentBounds(true);
  }

  /** The next token; null at the end. */
  @Nullable Token next() {
    while (next < text.length()) {
      int start = next;
      char first = text.charAt(start);
      boolean digit = first >= '0' && first <= '9';
      Token token = digit ? count(start) : word(start, first);
      if (token != null) {
        next = token.end();
        return token;
      }
      next = digit ? endOfDigits(start) : start + 1;
    }
    return null;
  }

  private int endOfDigits(int start) {
    int end = start;
    while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end;
  }

  private @Nullable Token count(int start) {
    boolean begins = start == 0 || !isWord(start - 1) && ".,:/%#=-".indexOf(before(start)) < 0;
    int behind = begins ? endOfDigits(start) : text.length();
    boolean followed = behind < text.length() && " /".indexOf(text.charAt(behind)) >= 0;
    if (!followed || !counts.region(start, text.length()).lookingAt()) {
      return null;
    }
    boolean noun = counts.group("noun") != null || counts.group("after") != null;
    Kind kind = kind(counts);
    if (kind == null && !noun) {
      return null;
    }
    boolean verb =
        (kind == Kind.FAIL || kind == Kind.PASS)
            && !counts.group().toLowerCase(Locale.ROOT).contains("failure");
    String of = counts.group("of");
    return new Token(
        kind == null ? Kind.TOTAL : kind,
        Long.parseLong(counts.group("count")),
        of == null ? null : Long.valueOf(of),
        false,
        noun,
        verb,
        start,
        counts.end(),
        Optional.empty());
  }

  private @Nullable Token word(int start, char first) {
    if ("fFpPeEtTsSaAR".indexOf(first) < 0 || start > 0 && isWord(start - 1)) {
      return null;
    }
    if (mayBeKey(start) && keys.region(start, text.length()).lookingAt()) {
      return new Token(
          kind(keys),
          Long.parseLong(keys.group("count")),
          null,
          true,
          false,
          false,
          start,
          keys.end(),
          Optional.empty());
    }
    boolean phrase = "aAR".indexOf(first) >= 0 && phrases.region(start, text.length()).lookingAt();
    return phrase
        ? new Token(null, 0, null, false, true, true, start, phrases.end(), phrase())
        : null;
  }

  /** Whether a colon follows after letters and spaces only, near enough. */
  private boolean mayBeKey(int start) {
    int end = start;
    int last = Math.min(text.length(), start + MAX_KEY);
    while (end < last && (text.charAt(end) == ' ' || isWord(end))) {
      end++;
    }
    return end < last && text.charAt(end) == ':';
  }

  private static @Nullable Kind kind(Matcher found) {
    for (Kind kind : Kind.values()) {
      if (found.group(kind.name().toLowerCase(Locale.ROOT)) != null) {
        return kind;
      }
    }
    return null;
  }

  /** The counts of a summary in one phrase; empty if no test ran. */
  private Optional<TestCounts> phrase() {
    if (phrases.group("ran") == null) {
      return Optional.of(new TestCounts(0, null));
    }
    long failing = 0;
    if (phrases.group("unit") != null) {
      Matcher unit = UNIT.matcher(phrases.group("unit"));
      while (unit.find()) {
        failing += Long.parseLong(unit.group(1));
      }
    }
    long total = Long.parseLong(phrases.group("ran"));
    return total == 0
        ? Optional.empty()
        : Optional.of(new TestCounts(failing, total >= failing ? Long.valueOf(total) : null));
  }

  private char before(int index) {
    return text.charAt(index - 1);
  }

  private boolean isWord(int index) {
    char character = text.charAt(index);
    return character == '_' || character < 128 && Character.isLetterOrDigit(character);
  }
}
