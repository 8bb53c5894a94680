package dev.eddyline.graph.model;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
  private static final String NAME = "(?<name>[\\p{L}_$][\\p{L}\\p{N}_.$-]{0,80})\\s{0,5}";
  private static final String END_OF_NUMBER = "(?![\\p{N}.,]*[\\p{N}%])";

  private static final Pattern COMPARISON =
      pattern(
          NAME
              + "(?<operator><=|>=|≤|≥|<|>|!?={1,3})\\s{0,5}(?<number>[0-9]{1,7})"
              + END_OF_NUMBER);

  /** A comparison with a named limit, such as {@code retry_count < max_retries}. */
  private static final Pattern LIMIT_COMPARISON =
      pattern(
          NAME + "(?<operator><=|>=|≤|≥|<|>|={1,3})\\s{0,5}[\\p{L}_$.]{0,40}(?:max|limit|allowed)");

  private static final Set<String> BELOW = Set.of("<", "<=", "≤", "!=", "!==");
  private static final Set<String> ABOVE = Set.of(">", ">=", "≥");

  /** Signs that only enclose an expression. */
  private static final Pattern ENCLOSING = pattern("^[\\s${#%=\"'`]+|[\\s}%\"'`]+$");

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

  /** Names of variables that may count rounds or anything else. */
  private static final Pattern SHORT =
      pattern("[ijkn]|count(?:er)?|num|index|steps?|depth|level|passes");

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
        .or(() -> BoundPhrases.find(text));
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
    boolean isCounted = isCounter.test(counter);
    boolean countsDown = BoundWords.isLeft(counter) || number == 0;
    if (countsDown) {
      return isCounted || BoundWords.isLeft(counter)
          ? Optional.of(unproven(counter, GraphCounter.UNKNOWN_MAX, ABOVE.contains(operator)))
          : Optional.empty();
    }
    if (!isCounted && !SHORT.matcher(counter).matches()) {
      return Optional.empty();
    }
    boolean isOnEdge = BELOW.contains(operator);
    int max = Set.of("<=", "≤", ">").contains(operator) ? number + 1 : number;
    boolean isProof =
        isCounted
            && "=!".indexOf(operator.charAt(0)) < 0
            && !BoundWords.isOfAnother(counter)
            && isProof(text, isOnEdge ? AND : OR);
    return Optional.of(new BoundText(counter, max, isOnEdge, isProof));
  }

  /** Whether a text is a comparison, and plain words or other comparisons with a word between. */
  private static boolean isProof(String text, Pattern between) {
    List<String> parts = between.splitAsStream(bare(text)).toList();
    return parts.stream().anyMatch(BoundText::isComparison)
        && parts.stream().allMatch(it -> isComparison(it) || isWhole(it));
  }

  private static boolean isComparison(String text) {
    return COMPARISON.matcher(bare(text)).matches();
  }

  /** Whether the words between which a text is divided do not divide it. */
  private static boolean isWhole(String text) {
    return PLAIN.matcher(bare(text)).matches() || isBracketed(text);
  }

  private static boolean isBracketed(String text) {
    int depth = 0;
    for (int at = 0; at < text.length(); at++) {
      depth += text.charAt(at) == '(' ? 1 : text.charAt(at) == ')' ? -1 : 0;
      if (depth <= 0 && at < text.length() - 1) {
        return false;
      }
    }
    return text.startsWith("(") && depth == 0;
  }

  /** The text without what encloses it. */
  private static String bare(String text) {
    String bare = ENCLOSING.matcher(text).replaceAll("");
    return isBracketed(bare) ? bare(bare.substring(1, bare.length() - 1)) : bare;
  }

  /** A comparison whose maximum is not in the text. */
  private static Optional<BoundText> openComparison(String text) {
    Matcher limit = LIMIT_COMPARISON.matcher(text);
    return limit.find()
            && (BoundWords.isCounter(limit.group("name"))
                || BoundWords.isNumber(limit.group("name")))
        ? Optional.of(
            unproven(
                limit.group("name"),
                GraphCounter.UNKNOWN_MAX,
                BELOW.contains(limit.group("operator"))))
        : Optional.empty();
  }

  /** What only looks like a bound. */
  static BoundText unproven(String counter, int max, boolean isOnEdge) {
    return new BoundText(counter, max, isOnEdge, false);
  }

  /** Whether the text has the maximum. */
  public boolean hasMax() {
    return max != GraphCounter.UNKNOWN_MAX;
  }

  /** Whether it may be a bound of this counter: the text names it, or no counter. */
  public boolean isOf(String name) {
    return counter.equals(name) || counter.equals(BoundPhrases.UNNAMED);
  }
}
