package dev.eddyline.graph.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A bound that the text of an edge states.
 *
 * @param counter name of the counter
 * @param max how often the edge is taken, or the others that leave its node are; at least 1, {@link
 *     GraphCounter#UNKNOWN_MAX} if the text does not say it
 * @param isOnEdge whether it bounds the edge itself; otherwise it ends a cycle
 * @param isProof whether the whole text is a comparison of a counter with a number; otherwise it
 *     only looks like a bound
 */
public record BoundText(String counter, int max, boolean isOnEdge, boolean isProof) {

  private static final int MAX_CHARS = 200;

  /** The counter of a text that names none, such as {@code max 3 retries}. */
  private static final String UNNAMED = "retries";

  private static final Pattern COMPARISON =
      Pattern.compile(
          "(?<name>[\\p{L}_$][\\p{L}\\p{N}_.$-]{0,80})\\s{0,5}(?<operator><=|>=|≤|≥|<|>)\\s{0,5}"
              + "(?<number>[0-9]{1,7})(?![\\p{N}.,]*[\\p{N}%])");

  private static final Pattern TIMES =
      Pattern.compile(
          "(?:(?:max(?:imum)?(?:\\s+of)?|up\\s+to|at\\s+most|no\\s+more\\s+than)\\s{1,3})?([0-9]{1,7})\\s?(?:failed\\s)?(?:times|tries|attempts|retries|rounds|iterations)\\b|\\b(?:max|maximum)["
              + " _]?(?:tries|attempts|retries|rounds|iterations)[:= ]{1,3}([0-9]{1,7})",
          Pattern.CASE_INSENSITIVE);

  /** A comparison with a named limit, such as {@code retry_count < max_retries}. */
  private static final Pattern LIMIT_COMPARISON =
      Pattern.compile(
          "(?<name>[\\p{L}_$][\\p{L}\\p{N}_.$-]{0,80})\\s{0,5}(?<operator><=|>=|≤|≥|<|>)\\s{0,5}"
              + "[\\p{L}_$.]{0,40}(?:max|limit|allowed)",
          Pattern.CASE_INSENSITIVE);

  /** What is left of a counter that counts down. */
  private static final Pattern COUNTDOWN =
      Pattern.compile(
          "(?<name>[\\p{L}_$][\\p{L}\\p{N}_.$-]{0,80})\\s{0,5}>\\s{0,5}0(?![\\p{N}.,]*[\\p{N}%])");

  private static final String NOUN =
      "(?<!\\p{L})(?:retry|retries|attempts?|tries|rounds?|iterations?|loops?|turns?)";

  /** A maximum together with what it is of, such as {@code retry (max 3)}. */
  private static final Pattern MAXIMUM =
      Pattern.compile(
          NOUN
              + "\\b.{0,20}\\b(?:max(?:imum)?|up\\s+to|at\\s+most|limit)[^\\p{L}\\p{N}]{1,3}([0-9]{1,7})"
              + "\\s?x?(?=\\s*(?:[)\\].,;]|$))",
          Pattern.CASE_INSENSITIVE);

  /** An exit that is taken once nothing is left. */
  private static final Pattern REACHED =
      Pattern.compile(
          NOUN
              + "(?:[\\s_]+(?:limit|count|budget|maximum))?\\s+(?:(?:is|are|was|were)\\s+)?"
              + "(?:reached|exceeded|exhausted|used\\s+up)\\b"
              + "|\\b(?:reached|exceeded)\\s+(?:the\\s+)?max(?:imum)?\\b.{0,20}"
              + NOUN
              + "|\\b(?:no\\s+more|out\\s+of|too\\s+many)\\s+"
              + NOUN
              + "|\\b(?:over|above)[\\s_]?(?:the\\s)?limit\\b|\\blimit\\s(?:is\\s)?(?:reached|exceeded|hit)\\b"
              + "|\\bno\\s+"
              + NOUN
              + "\\s+(?:left|remain)",
          Pattern.CASE_INSENSITIVE);

  /** Says that a limit is not reached. */
  private static final Pattern WITHIN =
      Pattern.compile(
          "\\b(?:under|below|within)[\\s_]?(?:the\\s)?limit\\b|\\blimit\\s(?:is\\s)?not\\s(?:yet\\s)?reached\\b",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern AFTER =
      Pattern.compile(
          "\\s*(?:(?:give|gave|giving|stop|stopped|fail|failed|abort)\\s+(?:up\\s+)?)?(?:after|once|when)\\b",
          Pattern.CASE_INSENSITIVE);

  /** Signs that only enclose an expression. */
  private static final Pattern ENCLOSING = Pattern.compile("^[\\s${#%=\"'`(]+|[\\s}%\"'`)]+$");

  private static final Pattern AND =
      Pattern.compile("\\s*(?:&&|\\band\\b)\\s*", Pattern.CASE_INSENSITIVE);

  /** One word or two, which may be negated. */
  private static final Pattern PLAIN =
      Pattern.compile(
          "(?:!\\s*|not\\s+)?(?!not\\b)[\\p{L}_$][\\p{L}\\p{N}_.$]*+(?:[ ][\\p{L}\\p{N}_.]++)?");

  private static final Pattern OR =
      Pattern.compile("\\s*(?:\\|\\||\\bor\\b)\\s*", Pattern.CASE_INSENSITIVE);

  /** What is left of the tries, with any comparison. */
  private static final Pattern LEFT =
      Pattern.compile(
          "(?<name>[\\p{L}_$][\\p{L}\\p{N}_.$-]{0,80}(?:left|remaining))\\s{0,5}(?<operator><=|>=|≤|≥|<|>|==?)\\s{0,5}[0-9]",
          Pattern.CASE_INSENSITIVE);

  /** Words for what is counted in a loop. */
  private static final Set<String> NOUNS =
      Set.of(
          "attempt",
          "attempts",
          "iteration",
          "iterations",
          "loop",
          "loops",
          "retries",
          "retry",
          "round",
          "rounds",
          "tries",
          "turn",
          "turns");

  private static final Set<String> NUMBERS = Set.of("count", "counter", "number", "num", "index");

  /** The counter of a loop over what is there. */
  private static final String ITEMS = "items";

  /** A loop over pages, or over things of which there is a number. */
  private static final Pattern OVER_ITEMS =
      Pattern.compile(
          "\\b(?:(?:has[\\s_]?)?(?:more|next|remaining|another|unprocessed|further|pending)[\\s_]?)"
              + "(?:pages?|items?|records?|rows?|batch(?:es)?|chunks?|files?|documents?|entries|elements?|lines?)\\b|\\bhas[\\s_]?more\\b|\\bis[\\s_]?truncated\\b|\\biterator\\b|\\.continue\\b|\\bfor"
              + " each\\b",
          Pattern.CASE_INSENSITIVE);

  /** The name of what a service returns as long as there is a further page. */
  private static final Pattern PAGE_TOKEN =
      Pattern.compile(
          "(?i).*(?:(?:next|continuation|pagination|paging|page|start|resume)\\w*token|\\.token|^\\$?token|cursor|marker|continuation|lastevaluated\\w*|truncated|has_?more|next_?(?:page|link|url|uri|key|offset)|more_?(?:pages|results|items|records|data))");

  /** Says that a loop over things is done. */
  private static final Pattern NONE_LEFT =
      Pattern.compile("\\b(?:no|not|last|all|without)\\b|!|\\bfalse\\b", Pattern.CASE_INSENSITIVE);

  /** The bound that a text states; empty if it states none. */
  public static Optional<BoundText> in(String text) {
    return in(text, BoundText::isCounter);
  }

  /** The same, where a variable of any name may count. */
  public static Optional<BoundText> ofAnyVariable(String text) {
    return in(text, name -> true);
  }

  private static Optional<BoundText> in(String text, Predicate<String> isCounter) {
    if (text.isBlank() || text.length() > MAX_CHARS) {
      return Optional.empty();
    }
    List<BoundText> compared = new ArrayList<>();
    Matcher comparison = COMPARISON.matcher(text);
    while (comparison.find()) {
      bound(comparison, text, isCounter).ifPresent(compared::add);
    }
    if (!compared.isEmpty()) {
      return compared.stream()
          .filter(bound -> bound.isOnEdge && bound.isProof)
          .findFirst()
          .or(() -> Optional.of(compared.get(0)));
    }
    Optional<BoundText> open = openBound(text);
    if (open.isPresent()) {
      return open;
    }
    String words = text.replaceAll("(?<=\\p{Ll})(?=\\p{Lu})", " ");
    boolean isWithin = WITHIN.matcher(words).find();
    boolean isReached = !isWithin && REACHED.matcher(words).find();
    boolean isExit = isReached || AFTER.matcher(text).lookingAt();
    for (Pattern pattern : List.of(TIMES, MAXIMUM)) {
      Matcher times = pattern.matcher(text);
      if (times.find()) {
        return Optional.of(unproven(UNNAMED, firstNumber(times), !isExit));
      }
    }
    if (isReached || isWithin) {
      return Optional.of(unproven(UNNAMED, GraphCounter.UNKNOWN_MAX, isWithin));
    }
    return OVER_ITEMS.matcher(text).find()
        ? Optional.of(unproven(ITEMS, GraphCounter.UNKNOWN_MAX, !NONE_LEFT.matcher(text).find()))
        : Optional.empty();
  }

  /** Whether the name of a variable says that it is there as long as there is a further page. */
  public static boolean isPageToken(String name) {
    return PAGE_TOKEN.matcher(name).matches();
  }

  /** Whether the text has the maximum. */
  public boolean hasMax() {
    return max != GraphCounter.UNKNOWN_MAX;
  }

  /** Whether it may be a bound of this counter: the text names it, or no counter. */
  public boolean isOf(String name) {
    return counter.equals(name) || counter.equals(UNNAMED);
  }

  private static Optional<BoundText> bound(
      Matcher comparison, String text, Predicate<String> isCounter) {
    String operator = comparison.group("operator");
    int number = Integer.parseInt(comparison.group("number"));
    boolean isOnEdge = List.of("<", "<=", "≤").contains(operator);
    int max = List.of("<=", "≤", ">").contains(operator) ? number + 1 : number;
    if (!isCounter.test(comparison.group("name")) || max < 1 || !isOnEdge && number == 0) {
      return Optional.empty();
    }
    boolean isProof = isProof(text, isOnEdge ? AND : OR);
    return Optional.of(new BoundText(comparison.group("name"), max, isOnEdge, isProof));
  }

  /** Whether a text is a comparison with a number and nothing else. */
  private static boolean isComparison(String text) {
    return COMPARISON.matcher(text).matches();
  }

  /** Whether a text is a comparison, and plain words or other comparisons with a word between. */
  private static boolean isProof(String text, Pattern between) {
    List<String> parts = between.splitAsStream(bare(text)).map(BoundText::bare).toList();
    return parts.stream().anyMatch(BoundText::isComparison)
        && parts.stream().allMatch(it -> isComparison(it) || PLAIN.matcher(it).matches());
  }

  /** A bound without a number that lint could take for its maximum; never a proof. */
  private static Optional<BoundText> openBound(String text) {
    Matcher limit = LIMIT_COMPARISON.matcher(text);
    if (limit.find() && (isCounter(limit.group("name")) || isNumber(limit.group("name")))) {
      boolean isOnEdge = "<≤".indexOf(limit.group("operator").charAt(0)) >= 0;
      return Optional.of(unproven(limit.group("name"), GraphCounter.UNKNOWN_MAX, isOnEdge));
    }
    Matcher left = LEFT.matcher(text);
    if (left.find()) {
      boolean isOnEdge =
          left.group("operator").startsWith(">") || left.group("operator").equals("≥");
      return Optional.of(unproven(left.group("name"), GraphCounter.UNKNOWN_MAX, isOnEdge));
    }
    Matcher down = COUNTDOWN.matcher(text);
    return down.find() && isCounter(down.group("name"))
        ? Optional.of(unproven(down.group("name"), GraphCounter.UNKNOWN_MAX, true))
        : Optional.empty();
  }

  /** Whether a name ends in a word for a number of anything. */
  private static boolean isNumber(String name) {
    String[] words = words(name);
    return words.length > 0 && NUMBERS.contains(words[words.length - 1]);
  }

  private static String[] words(String name) {
    return name.replaceAll("(\\p{Ll})(\\p{Lu})", "$1_$2")
        .toLowerCase(Locale.ROOT)
        .split("[^\\p{L}]+");
  }

  private static BoundText unproven(String counter, int max, boolean isOnEdge) {
    return new BoundText(counter, max, isOnEdge, false);
  }

  private static int firstNumber(Matcher found) {
    return IntStream.rangeClosed(1, found.groupCount())
        .filter(group -> found.group(group) != null)
        .map(group -> Math.max(1, Integer.parseInt(found.group(group))))
        .findFirst()
        .orElseThrow();
  }

  private static String bare(String text) {
    return ENCLOSING.matcher(text).replaceAll("");
  }

  /**
   * Whether a name ends in a word for what a loop counts, such as {@code validation_retry_count}.
   */
  public static boolean isCounter(String name) {
    String[] words = words(name);
    if (words.length == 0) {
      return false;
    }
    String last = words[words.length - 1];
    if (NUMBERS.contains(last)) {
      return words.length > 1 && NOUNS.contains(words[words.length - 2]);
    }
    return NOUNS.contains(last)
        || NUMBERS.stream()
            .anyMatch(
                number ->
                    last.endsWith(number)
                        && NOUNS.contains(last.substring(0, last.length() - number.length())));
  }
}
