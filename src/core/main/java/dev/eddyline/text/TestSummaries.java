package dev.eddyline.text;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads test summaries of pytest, unittest, jest, vitest, mocha, Maven, Gradle, cargo, RSpec,
 * PHPUnit, XCTest, dotnet, and of people, by the tags of a text's tokens.
 *
 * <p>A summary is a series of counts separated by punctuation only, such as {@code 3 failed, 7
 * passed} or {@code Tests run: 10, Failures: 2}. A count without the word "test" needs more
 * evidence: {@code attempt 3 failed} and {@code 3 failed logins} do not count.
 */
final class TestSummaries {

  private static final String NOUN = "(?:D )?[TtS]";
  private static final String STATUS = "[FGJfgPpqEejMmXx]";

  /** A count: {@code 3 of 10 tests failed}, {@code Failures: 2}; or a summary in one phrase. */
  private static final Pattern COUNT =
      Pattern.compile(
          "(?<![.,:/%#=-])(?<count>n)(?:(?:/| O | U O )(?<of>n))? "
              + ("(?:(?<noun>" + NOUN + ")(?: ?(?:[hI] ){0,2}(?<counted>" + STATUS + "))?")
              + ("|(?:[hI] ){0,2}(?<status>" + STATUS + "))(?: U)?(?<after> " + NOUN + ")?")
              + "|(?<key>[FfPEX]|T R|M T|T|M) ?: ?(?<keyed>n)(?! "
              + STATUS
              + ")"
              + "|r (?<ran>n) [Tt] Q [nd.]{1,4}[ \\n](?:F \\((?<unit>[^)]{1,60})\\)|k)"
              + "|(?<!o )(?<all>a) (?:n )?T (?:h )?P");

  private static final Pattern UNIT = Pattern.compile("(?<![A-Z_a-z])[fE]=(n)");

  /** Between two counts of one summary; '?' is a sign outside of ASCII. */
  private static final Pattern GAP =
      Pattern.compile(
          "[ \\n,;|.:=()?*-]{0,40}+(?:[WAB] |(?<=\\()[nd.]{1,4} ?w?\\)[ \\n,;|.:=-]{0,20}+)?");

  /** What may follow a count without the word "test". */
  private static final Pattern END = Pattern.compile(" ?+(?:\\z|[^A-Z_a-km-tv-z ]|[QA] [nd])");

  /** What follows a complete summary. */
  private static final Pattern TOOK = Pattern.compile(" Q [nd]");

  /** A summary has one of these words. */
  private static final String NEEDED = "FGJfgPpqSr";

  /** First words of what does not begin with a number. */
  private static final String NAMES = "FfPEXTMra";

  private enum Kind {
    FAIL("FGJfg"),
    ERROR("Eej"),
    PASS("Ppq"),
    TOTAL("TtSMmR"),
    OTHER("Xx");

    private final String tags;

    Kind(String tags) {
      this.tags = tags;
    }

    static Kind of(char tag) {
      for (Kind kind : values()) {
        if (kind.tags.indexOf(tag) >= 0) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no kind of count: " + tag);
    }
  }

  private final Text text;
  private final String tags;
  private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
  private boolean keyed;
  private boolean believed;
  private boolean took;
  private int end;

  private TestSummaries(Text text, String tags) {
    this.text = text;
    this.tags = tags;
  }

  /** The counts of the last summary in which a test ran. */
  static Optional<TestCounts> last(Text text) {
    Optional<TestCounts> last = Optional.empty();
    if (!text.hasAny(NEEDED)) {
      return last;
    }
    TestSummaries open = new TestSummaries(text, text.tags());
    Matcher found = COUNT.matcher(open.tags).useTransparentBounds(true);
    int token = 0;
    while (token < text.count()) {
      if (!mayBegin(text, token) || !found.region(token, text.count()).lookingAt()) {
        token++;
        continue;
      }
      token = found.end();
      boolean phrase = found.group("ran") != null || found.group("all") != null;
      if (phrase || !open.goesOn(found)) {
        last = open.countedOr(last);
        open = new TestSummaries(text, open.tags);
      }
      if (phrase) {
        Optional<TestCounts> phraseCounts = open.phrase(found);
        last = phraseCounts.isPresent() ? phraseCounts : last;
      } else {
        open.take(found);
      }
    }
    return open.countedOr(last);
  }

  /** Whether a count may begin at a token: a word that names one, or a number before a word. */
  private static boolean mayBegin(Text text, int token) {
    char tag = text.tag(token);
    return tag == 'n'
        ? token + 1 < text.count() && " /".indexOf(text.tag(token + 1)) >= 0
        : NAMES.indexOf(tag) >= 0;
  }

  private static Kind kind(Matcher count) {
    for (String group : new String[] {"key", "counted", "status", "noun"}) {
      String tags = count.group(group);
      if (tags != null) {
        return Kind.of(tags.charAt(tags.length() - 1));
      }
    }
    throw new IllegalStateException("a count without a kind");
  }

  private boolean goesOn(Matcher count) {
    Kind kind = kind(count);
    return !counts.isEmpty()
        && (kind == Kind.OTHER || !counts.containsKey(kind))
        && GAP.matcher(tags).region(end, count.start()).useTransparentBounds(true).matches();
  }

  private void take(Matcher count) {
    Kind kind = kind(count);
    boolean key = count.group("key") != null;
    keyed |= key;
    believed |= !key && (isOfTests(count) || isBelieved(count, kind));
    took |= TOOK.matcher(tags).region(count.end(), text.count()).lookingAt();
    counts.put(kind, number(count.start(key ? "keyed" : "count")));
    if (count.group("of") != null) {
      counts.put(Kind.TOTAL, number(count.start("of")));
    }
    end = count.end();
  }

  private static boolean isOfTests(Matcher count) {
    return count.group("noun") != null || count.group("after") != null;
  }

  /** Whether a count without the word "test" is accepted. */
  private boolean isBelieved(Matcher count, Kind kind) {
    boolean verb = (kind == Kind.FAIL || kind == Kind.PASS) && !isFailure(count);
    return verb
        && END.matcher(tags).region(count.end(), text.count()).lookingAt()
        && (!counts.isEmpty() || begins(count.start()));
  }

  private static boolean isFailure(Matcher count) {
    String status = count.group("status");
    return status != null && "fg".contains(status);
  }

  /** Whether no word before the number makes it an ordinal number. */
  private boolean begins(int token) {
    int before = token > 0 && text.tag(token - 1) == ' ' ? token - 2 : token - 1;
    return before < 0 || !isLetter(text.tag(before)) || text.tag(before) == 'T';
  }

  private static boolean isLetter(char tag) {
    return Tags.isWord(tag) || tag == Tags.UNSPACED;
  }

  private long number(int token) {
    return Long.parseLong(
        new String(text.chars(), text.start(token), text.end(token) - text.start(token)));
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

  /** The counts of a summary in one phrase; empty if no test ran. */
  private Optional<TestCounts> phrase(Matcher found) {
    if (found.group("ran") == null) {
      return Optional.of(new TestCounts(0, null));
    }
    long failing = 0;
    if (found.group("unit") != null) {
      Matcher unit = UNIT.matcher(tags).region(found.start("unit"), found.end("unit"));
      failing = unit.results().mapToLong(this::unit).sum();
    }
    long total = number(found.start("ran"));
    return total == 0
        ? Optional.empty()
        : Optional.of(new TestCounts(failing, total >= failing ? Long.valueOf(total) : null));
  }

  private long unit(MatchResult unit) {
    return number(unit.start(1));
  }
}
