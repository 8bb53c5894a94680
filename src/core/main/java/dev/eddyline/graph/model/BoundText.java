package dev.eddyline.graph.model;

import static dev.eddyline.graph.model.BoundWords.COUNTED;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
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

  /** The counter of a loop over what is there. */
  private static final String ITEMS = "items";

  private static final String NAME = "(?<name>[\\p{L}_$][\\p{L}\\p{N}_.$-]{0,80})\\s{0,5}";
  private static final String COMPARED = NAME + "(?<operator><=|>=|≤|≥|<|>)\\s{0,5}";
  private static final String END_OF_NUMBER = "(?![\\p{N}.,]*[\\p{N}%])";
  private static final String MAXIMUM_WORD =
      "(?:max(?:imum)?(?:\\s+of)?|maximal|limit|up\\s+to|at\\s+most|no\\s+more\\s+than|höchstens)";

  private static final Pattern COMPARISON =
      pattern(COMPARED + "(?<number>[0-9]{1,7})" + END_OF_NUMBER);

  /** A comparison with a named limit, such as {@code retry_count < max_retries}. */
  private static final Pattern LIMIT_COMPARISON =
      pattern(COMPARED + "[\\p{L}_$.]{0,40}(?:max|limit|allowed)");

  /** What is left of the tries, with any comparison. */
  private static final Pattern LEFT =
      pattern(
          NAME.replace(")\\s", "(?:left|remaining))\\s")
              + "(?<operator><=|>=|≤|≥|<|>|==?)\\s{0,5}[0-9]");

  /** What is left of a counter that counts down. */
  private static final Pattern COUNTDOWN =
      pattern(NAME + "(?<operator>>)\\s{0,5}0" + END_OF_NUMBER);

  /** A number of rounds, or their maximum. */
  private static final Pattern TIMES =
      pattern(
          "([0-9]{1,7})\\s?(?:(?:failed\\s)?(?:times|mal|fois|veces|%1$s)(?!\\p{L})|[次回遍])"
                  .formatted(COUNTED)
              + "|\\b(?:max|maximum)[ _]?%s[:= ]{1,3}([0-9]{1,7})".formatted(COUNTED)
              + "|(?<!\\p{L})(?:%s|%s)[\\s:(]{1,3}(?:[0-9]{1,3}\\s?(?:\\.\\.|-|–)\\s?)?([0-9]{1,7})(?:\\s?[x×](?!\\p{L})|(?<=[.–-]\\s?[0-9]{1,7}))"
                  .formatted(MAXIMUM_WORD, COUNTED)
              + "|(?<!\\p{L})%s\\b.{0,20}\\b%s[^\\p{L}\\p{N}]{1,3}([0-9]{1,7})\\s?x?(?=\\s*(?:[)\\].,;]|$))"
                  .formatted(COUNTED, MAXIMUM_WORD));

  /** An exit that is taken once nothing is left. */
  private static final Pattern REACHED =
      pattern(
          ("(?<!\\p{L})%1$s(?:[\\s_]+(?:limit|count|budget|maximum))?\\s+(?:(?:is|are|was|were)\\s+)?"
                  + "(?:reached|exceeded|exhausted|used\\s+up)\\b"
                  + "|\\b(?:reached|exceeded)\\s+(?:the\\s+)?max(?:imum)?\\b.{0,20}\\b%1$s"
                  + "|\\b(?:no\\s+more|out\\s+of|too\\s+many)\\s+%1$s(?!\\p{L})"
                  + "|\\bno\\s+%1$s\\s+(?:left|remain)"
                  + "|\\b(?:over|above)[\\s_]?(?:the\\s)?limit\\b|\\blimit\\s(?:is\\s)?(?:reached|exceeded|hit)\\b")
              .formatted(COUNTED));

  /** Says that a limit is not reached. */
  private static final Pattern WITHIN =
      pattern(
          "\\b(?:under|below|within)[\\s_]?(?:the\\s)?limit\\b|\\blimit\\s(?:is\\s)?not\\s(?:yet\\s)?reached\\b");

  private static final Pattern AFTER =
      pattern(
          "\\s*(?:(?:give|gave|giving|stop|stopped|fail|failed|abort)\\s+(?:up\\s+)?)?"
              + "(?:after|once|when|nach|après|tras)\\b");

  /** A loop over pages, or over things of which there is a number. */
  private static final Pattern OVER_ITEMS =
      pattern(
          "\\b(?:(?:has[\\s_]?)?(?:more|next|remaining|another|unprocessed|further|pending)[\\s_]?)"
              + "(?:pages?|items?|records?|rows?|batch(?:es)?|chunks?|files?|documents?|entries|elements?|lines?)\\b"
              + "|\\bhas[\\s_]?more\\b|\\bis[\\s_]?truncated\\b|\\biterator\\b|\\.continue\\b|\\bfor each\\b");

  /** Says that a loop over things is done. */
  private static final Pattern NONE_LEFT =
      pattern("\\b(?:no|not|last|all|without)\\b|!|\\bfalse\\b");

  /** Signs that only enclose an expression. */
  private static final Pattern ENCLOSING = pattern("^[\\s${#%=\"'`(]+|[\\s}%\"'`)]+$");

  private static final Pattern AND = pattern("\\s*(?:&&|\\band\\b)\\s*");
  private static final Pattern OR = pattern("\\s*(?:\\|\\||\\bor\\b)\\s*");

  /** One word or two, or a comparison of equality, which may be negated. */
  private static final Pattern PLAIN =
      pattern(
          "(?:!\\s*|not\\b\\s*)?\\(?\\s*+(?!not\\b)[\\p{L}_$][\\p{L}\\p{N}_.$]*+"
              + "(?:[ ][\\p{L}\\p{N}_.]++|\\s*(?:==?|!=)\\s*(?:[\\p{L}\\p{N}_.$]++|'[^']*+'|\"[^\"]*+\"))?\\s*\\)?");

  /** An operator as a word, as in some languages of expressions. */
  private static final Pattern WORD_OPERATOR = pattern("\\s(lt|lte|le|gt|gte|ge)\\s+(?=[0-9])");

  private static final Map<String, String> SIGNS =
      Map.of("lt", "<", "lte", "<=", "le", "<=", "gt", ">", "gte", ">=", "ge", ">=");

  /** A comparison whose number comes first. */
  private static final Pattern REVERSED =
      pattern(
          "(?<![\\p{L}\\p{N}_.$<>=])([0-9]{1,7})\\s{0,5}([<>])(=?)\\s{0,5}([\\p{L}_$][\\p{L}\\p{N}_.$]{0,80}+)(?!\\s*[<>=])");

  /** Names of variables that count in short examples. */
  private static final Pattern LETTER = pattern("[ijkn]");

  private static Pattern pattern(String regex) {
    return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  /** The bound that a text states; empty if it states none. */
  public static Optional<BoundText> in(String text) {
    return in(text, BoundWords::isCounter);
  }

  /** The same, where a variable of any name may count. */
  public static Optional<BoundText> ofAnyVariable(String text) {
    return in(text, name -> true);
  }

  private static Optional<BoundText> in(String written, Predicate<String> isCounter) {
    if (written.isBlank() || written.length() > MAX_CHARS) {
      return Optional.empty();
    }
    String text = withUsualOrder(written);
    List<BoundText> compared =
        COMPARISON
            .matcher(text)
            .results()
            .flatMap(found -> bound(found, text, isCounter).stream())
            .toList();
    return compared.stream()
        .filter(bound -> bound.isOnEdge && bound.isProof)
        .findFirst()
        .or(() -> compared.stream().findFirst())
        .or(() -> openComparison(text))
        .or(() -> statement(BoundWords.spaced(text)));
  }

  /** The text with comparisons as {@code name < 3}. */
  private static String withUsualOrder(String written) {
    String text =
        WORD_OPERATOR
            .matcher(written)
            .replaceAll(found -> " " + SIGNS.get(found.group(1).toLowerCase(Locale.ROOT)) + " ");
    return REVERSED
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(4)
                        + (found.group(2).equals("<") ? " >" : " <")
                        + found.group(3)
                        + " "
                        + found.group(1)));
  }

  /** A comparison of a counter with a number. */
  private static Optional<BoundText> bound(
      MatchResult comparison, String text, Predicate<String> isCounter) {
    String counter = comparison.group(1);
    String operator = comparison.group(2);
    int number = Integer.parseInt(comparison.group(3));
    boolean isOnEdge = List.of("<", "<=", "≤").contains(operator);
    int max = List.of("<=", "≤", ">").contains(operator) ? number + 1 : number;
    boolean isNamed = isCounter.test(counter);
    if (!isNamed && !LETTER.matcher(counter).matches() || max < 1 || !isOnEdge && number == 0) {
      return Optional.empty();
    }
    boolean isProof = isNamed && isProof(text, isOnEdge ? AND : OR);
    return Optional.of(new BoundText(counter, max, isOnEdge, isProof));
  }

  /** Whether a text is a comparison, and plain words or other comparisons with a word between. */
  private static boolean isProof(String text, Pattern between) {
    List<String> parts = between.splitAsStream(bare(text)).map(BoundText::bare).toList();
    return parts.stream().anyMatch(BoundText::isComparison)
        && parts.stream().allMatch(it -> isComparison(it) || PLAIN.matcher(it).matches());
  }

  private static boolean isComparison(String text) {
    return COMPARISON.matcher(text).matches();
  }

  private static String bare(String text) {
    return ENCLOSING.matcher(text).replaceAll("");
  }

  /** A comparison whose maximum is not in the text. */
  private static Optional<BoundText> openComparison(String text) {
    Matcher limit = LIMIT_COMPARISON.matcher(text);
    if (limit.find()
        && (BoundWords.isCounter(limit.group("name"))
            || BoundWords.isNumber(limit.group("name")))) {
      return Optional.of(withoutMax(limit, List.of("<", "<=", "≤")));
    }
    List<String> more = List.of(">", ">=", "≥");
    Matcher left = LEFT.matcher(text);
    if (left.find()) {
      return Optional.of(withoutMax(left, more));
    }
    Matcher down = COUNTDOWN.matcher(text);
    return down.find() && BoundWords.isCounter(down.group("name"))
        ? Optional.of(withoutMax(down, more))
        : Optional.empty();
  }

  private static BoundText withoutMax(Matcher comparison, List<String> operatorsOnEdge) {
    boolean isOnEdge = operatorsOnEdge.contains(comparison.group("operator"));
    return unproven(comparison.group("name"), GraphCounter.UNKNOWN_MAX, isOnEdge);
  }

  /** A bound in words. */
  private static Optional<BoundText> statement(String text) {
    boolean isWithin = WITHIN.matcher(text).find();
    boolean isReached = !isWithin && REACHED.matcher(text).find();
    Matcher times = TIMES.matcher(text);
    if (times.find()) {
      boolean isExit = isReached || AFTER.matcher(text).lookingAt();
      return Optional.of(unproven(UNNAMED, firstNumber(times), !isExit));
    }
    if (isReached || isWithin) {
      return Optional.of(unproven(UNNAMED, GraphCounter.UNKNOWN_MAX, isWithin));
    }
    return OVER_ITEMS.matcher(text).find()
        ? Optional.of(unproven(ITEMS, GraphCounter.UNKNOWN_MAX, !NONE_LEFT.matcher(text).find()))
        : Optional.empty();
  }

  private static int firstNumber(Matcher found) {
    return IntStream.rangeClosed(1, found.groupCount())
        .filter(group -> found.group(group) != null)
        .map(group -> Math.max(1, Integer.parseInt(found.group(group))))
        .findFirst()
        .orElseThrow();
  }

  private static BoundText unproven(String counter, int max, boolean isOnEdge) {
    return new BoundText(counter, max, isOnEdge, false);
  }

  /** Whether the text has the maximum. */
  public boolean hasMax() {
    return max != GraphCounter.UNKNOWN_MAX;
  }

  /** Whether it may be a bound of this counter: the text names it, or no counter. */
  public boolean isOf(String name) {
    return counter.equals(name) || counter.equals(UNNAMED);
  }
}
