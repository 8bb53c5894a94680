package dev.eddyline.graph.model;

import static dev.eddyline.graph.model.BoundWords.COUNTED;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Bounds in words, such as {@code max 3 retries}: they only look like bounds. */
final class BoundPhrases {

  /** The counter of a text that names none. */
  static final String UNNAMED = "retries";

  /** The counter of a loop over what is there. */
  private static final String ITEMS = "items";

  private static final String MAXIMUM_WORD =
      "(?:max(?:imum)?(?:\\s+of)?|maximal|limit|up\\s+to|at\\s+most|no\\s+more\\s+than|höchstens)";

  private static final String NUMBER = "([0-9]{1,7})";

  /** A number of rounds, or their maximum. */
  private static final Pattern TIMES =
      pattern(
          NUMBER
              + "\\s?(?:(?:failed\\s)?(?:times|mal|fois|veces|%1$s)(?!\\p{L})|[次回遍])"
              + "|(?<!\\p{L})%1$s\\s(?:\\p{L}|[0-9]{1,3})\\s?(?:of|/|von|de|sur|di)\\s?"
              + NUMBER
              + "|\\b(?:max|maximum)[ _]?%1$s[:= ]{1,3}"
              + NUMBER
              + "|(?<!\\p{L})(?:%2$s|%1$s)[\\s:(]{1,3}(?:[0-9]{1,3}\\s?(?:\\.\\.|[-–]))\\s?"
              + NUMBER
              + "|(?<!\\p{L})(?:%2$s|%1$s)[\\s:(]{1,3}(?:"
              + NUMBER
              + "\\s?[x×]|[x×]\\s?"
              + NUMBER
              + ")(?!\\p{L})|(?<!\\p{L})%1$s\\b[^\\n]{0,20}\\b%2$s[^\\p{L}\\p{N}]{1,3}"
              + NUMBER
              + "\\s?x?(?=\\s*(?:[)\\].,;]|$))");

  /** An exit that is taken once nothing is left. */
  private static final Pattern REACHED =
      pattern(
          "(?<!\\p{L})%1$s(?:[\\s_]+(?:limit|count|budget|maximum))?\\s+(?:(?:is|are|was|were)\\s+)?"
              + "(?:reached|exceeded|exhausted|used\\s+up|erreicht|überschritten|alcanzad[oa]s?|superad[oa]s?"
              + "|atteinte?s?|dépassée?s?|atingid[oa]s?|raggiunt[oie])(?!\\p{L})"
              + "|(?<!\\p{L})(?:reached|exceeded)\\s+(?:the\\s+)?max(?:imum)?\\b.{0,20}\\b%1$s"
              + "|(?<!\\p{L})(?:no\\s+more|out\\s+of|too\\s+many)\\s+%1$s(?!\\p{L})"
              + "|(?<!\\p{L})(?:no|keine)\\s+%1$s\\s+(?:left|remain|mehr|übrig)"
              + "|(?<!\\p{L})(?:over|above)[\\s_]?(?:the\\s)?limit\\b|\\blimit\\s(?:is\\s)?(?:reached|exceeded|hit)\\b"
              + "|(?<!\\p{L})(?:m[aá]ximo|límite|limite)\\s(?:de|des|d')\\s?%1$s\\s(?:alcanzado|superado|atteinte?|atingido)"
              + "|超过|達し");

  /** Says that a limit is not reached. */
  private static final Pattern WITHIN =
      pattern(
          "\\b(?:under|below|within)[\\s_]?(?:the\\s)?limit\\b|\\blimit\\s(?:is\\s)?not\\s(?:yet\\s)?reached\\b"
              + "|(?<!\\p{L})%1$s\\s+(?:left|remaining|übrig|restant[es]{0,2})(?!\\p{L})");

  private static final Pattern AFTER =
      pattern(
          "\\s*(?:(?:give|gave|giving|stop|stopped|fail|failed|abort)\\s+(?:up\\s+)?)?"
              + "(?:after|once|when|nach|après|tras)\\b");

  /** A number of failures, which ends a loop. */
  private static final Pattern FAILURES = pattern("[回次](?:失敗|失败)");

  /** A loop over pages, or over things of which there is a number. */
  private static final Pattern OVER_ITEMS =
      pattern(
          "\\b(?:(?:has[\\s_]?)?(?:more|next|remaining|another|unprocessed|further|pending)[\\s_]?)"
              + "(?:pages?|items?|records?|rows?|batch(?:es)?|chunks?|files?|documents?|entries|elements?|lines?)\\b"
              + "|\\bhas[\\s_]?more\\b|\\bis[\\s_]?truncated\\b|\\biterator\\b|\\.continue\\b|\\bfor each\\b");

  /** Says that a loop over things is done. */
  private static final Pattern NONE_LEFT =
      pattern("\\b(?:no|not|last|all|without)\\b|!|\\bfalse\\b");

  private BoundPhrases() {}

  private static Pattern pattern(String regex) {
    return Pattern.compile(
        regex.replace("%1$s", COUNTED).replace("%2$s", MAXIMUM_WORD),
        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  /** The bound that a text states in words. */
  static Optional<BoundText> find(String written) {
    String text = BoundWords.spaced(written);
    boolean isReached = REACHED.matcher(text).find() || FAILURES.matcher(text).find();
    boolean isWithin = !isReached && WITHIN.matcher(text).find();
    Matcher times = TIMES.matcher(text);
    if (times.find()) {
      boolean isExit = isReached || AFTER.matcher(text).lookingAt();
      return Optional.of(BoundText.unproven(UNNAMED, firstNumber(times), !isExit));
    }
    if (isReached || isWithin) {
      return Optional.of(BoundText.unproven(UNNAMED, GraphCounter.UNKNOWN_MAX, isWithin));
    }
    boolean areLeft = !NONE_LEFT.matcher(text).find();
    return OVER_ITEMS.matcher(text).find()
        ? Optional.of(BoundText.unproven(ITEMS, GraphCounter.UNKNOWN_MAX, areLeft))
        : Optional.empty();
  }

  private static int firstNumber(Matcher found) {
    return IntStream.rangeClosed(1, found.groupCount())
        .filter(group -> found.group(group) != null)
        .map(group -> Math.max(1, Integer.parseInt(found.group(group))))
        .findFirst()
        .orElseThrow();
  }
}
