package dev.eddyline.graph.model;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The words by which people name what they count in a loop, as a name in code and in sentences. In
 * English and, for the words of a counter, in other languages in which workflows are drawn.
 */
public final class BoundWords {

  /** What is counted. */
  static final String COUNTED =
      "(?:(?:re)?tr(?:y|ies)|attempts?|rounds?|iterations?|iter|loops?|turns?|cycles?|revisions?" // English
          + "|versuche?n?|wiederholung(?:en)?|runden?|durchl(?:auf|äufen?|aeufen?)" // German
          + "|essais?|tentativ(?:es?|as?|[oi])|itérations?" // French, Portuguese, Italian
          + "|(?:re)?intentos?|vueltas?|iteración|iteraciones" // Spanish
          + "|попыт(?:ка|ки|ок)|повтор(?:ы|ов)?" // Russian
          + "|重试|重試|再試行|リトライ|尝试|試行|轮次|次数|次數|回数)";

  /** A number of things. */
  private static final String NUMBER =
      "(?:count(?:er)?|num(?:ber)?|index|zahl|z(?:ä|ae)hler|次数|次數|回数)";

  private static final Pattern COUNTER =
      Pattern.compile("(?:.*[^\\p{L}])?%s(?:[^\\p{L}]*s?%s)?[^\\p{L}]*".formatted(COUNTED, NUMBER));

  /** What is left of a counter. */
  private static final Pattern LEFT =
      Pattern.compile("(?:.*[^\\p{L}])?(?:left|remaining|übrig|restant[es]{0,2})(?:[^\\p{L}].*)?");

  /** A number of something else, or a time, although it ends in a word for what a loop counts. */
  private static final Pattern OF_ANOTHER =
      Pattern.compile(
          "(?:.*[^\\p{L}])?(?:per|since|to|until|average|avg|mean|last|cost|time|duration|seconds|minutes|score|rate)[^\\p{L}].*");

  private static final Pattern ANY_NUMBER =
      Pattern.compile("(?:.*[^\\p{L}])?%s[^\\p{L}]*".formatted(NUMBER));

  /** The name of what a service returns as long as there is a further page. */
  private static final Pattern PAGE_TOKEN =
      Pattern.compile(
          "(?i).*(?:(?:next|continuation|pagination|paging|page|start|resume)\\w*token|\\.token|^\\$?token|cursor|marker|continuation|lastevaluated\\w*|truncated|has_?more|next_?(?:page|link|url|uri|key|offset)|more_?(?:pages|results|items|records|data))");

  private BoundWords() {}

  /**
   * Whether a name ends in a word for what a loop counts, such as {@code validation_retry_count}.
   */
  public static boolean isCounter(String name) {
    return COUNTER.matcher(lowerCaseWords(name)).matches();
  }

  /** Whether a name is of what is left of a counter, which counts down. */
  static boolean isLeft(String name) {
    return LEFT.matcher(lowerCaseWords(name)).matches();
  }

  /** Whether the name of a counter says that it is another number, such as of errors per round. */
  static boolean isOfAnother(String name) {
    return OF_ANOTHER.matcher(lowerCaseWords(name)).matches();
  }

  /** Whether a name ends in a word for a number of anything. */
  static boolean isNumber(String name) {
    return ANY_NUMBER.matcher(lowerCaseWords(name)).matches();
  }

  /** Whether the name of a variable says that it is there as long as there is a further page. */
  public static boolean isPageToken(String name) {
    return PAGE_TOKEN.matcher(name).matches();
  }

  private static String lowerCaseWords(String name) {
    return spaced(name).toLowerCase(Locale.ROOT);
  }

  /** The text with a space between the words of a name such as {@code retryLimit}. */
  public static String spaced(String text) {
    return text.replaceAll("(?<=\\p{Ll})(?=\\p{Lu})", " ");
  }
}
