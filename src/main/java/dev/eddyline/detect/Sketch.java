package dev.eddyline.detect;

import dev.eddyline.schema.ResultSketch;
import dev.eddyline.schema.ToolReturned;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A tool's result in about 50 bytes: enough to tell whether another one is the same but for a small
 * difference (specification, section 2, {@code repeated_action}).
 *
 * @param text hash of the masked text
 * @param facts hash of what is never a small difference, in the order of the text
 * @param template for an error, hash of the text with names masked too; else 0
 * @param words words of the masked text; without counters where one word is more than 5 % of it
 */
public record Sketch(long text, long facts, long template, WordBag words) {

  /** Below this number of words, one of them is more than 5 %. */
  private static final int FEW_WORDS = 20;

  /** Longest end of a text that can be a ruling, in characters. */
  private static final int MAX_RULING = 20;

  /** Exit and status codes, states, counts of tests and errors, percentages. */
  private static final Pattern FACT =
      Pattern.compile(
          "(?i)(?<![\\w.])(?:(?=[a-z])(?:"
              + "(?:exit(?:ed)?|status|state|phase|progress|code|errno|http(?:/[\\d.]{1,3})?)(?!\\w)"
              + "(?:[\\s\"']{0,3}(?:code|status|value|with|is|was|to)(?!\\w)){0,3}+"
              + "[\\s\"'`:=]{0,4}[\\w.+-]{1,40}"
              + "|(?:errors?|failures?|failed|passed)[:=] ?\\d{1,9})"
              + "|\\d{1,9}(?:\\.\\d{1,9})?(?: (?:errors?|failures?|failed|failing|passed|passing)(?!\\w)| ?%| ?(?:of|/) ?\\d{1,9}(?![\\w.])))");

  /**
   * Some frameworks end a result with the call that the agent makes next. It says nothing of the
   * result.
   */
  private static final Pattern NEXT_CALL =
      Pattern.compile(
          "[;\\n][^\\n{};]{0,40}: ?\\{ ?[\"'](?:(?:args|arguments)[\"'] ?:"
              + "|(?:name|tool|function)[\"'] ?: ?[\"'][^\"'\\n]{1,80}[\"'] ?, ?"
              + "[\"'](?:args|arguments|input|parameters)[\"'] ?:)");

  public Sketch {
    Objects.requireNonNull(words, "words");
  }

  /**
   * The sketch of a result.
   *
   * @param counts what it tells of tests
   */
  static Sketch of(ToolReturned returned, Masking masking, Optional<TestCounts> counts) {
    String said = withoutNextCall(returned.getOutput());
    String masked = masking.mask(said);
    WordBag words = WordBag.of(masked);
    return new Sketch(
        Hash.of(masked),
        facts(masked, counts),
        returned.getIsError() ? Hash.of(masking.template(said)) : 0,
        words.count() < FEW_WORDS ? words.withoutCounters() : words);
  }

  /** The sketch of what the event brings, where it is a result. */
  public static Optional<Sketch> in(Object body, Masking masking, Optional<TestCounts> counts) {
    return body instanceof ToolReturned returned
        ? Optional.of(of(returned, masking, counts))
        : Optional.empty();
  }

  /** The sketch as it is kept. */
  static Sketch of(ResultSketch kept) {
    return new Sketch(
        kept.getText(), kept.getFacts(), kept.getTemplate(), WordBag.of(kept.getWords()));
  }

  /** The sketch to be kept. */
  ResultSketch kept() {
    return new ResultSketch(text, facts, template, words.kept());
  }

  /**
   * Whether two results are the same, but for a small difference in their words.
   *
   * @param similarity least ratio of shared words, 0 to 1; few words must be equal
   */
  boolean isLike(Sketch other, double similarity) {
    return facts == other.facts && (text == other.text || words.ratio(other.words) >= similarity);
  }

  /** Whether two errors are the same but for the names in them. */
  boolean hasTemplateOf(Sketch other) {
    return template != 0 && template == other.template && facts == other.facts;
  }

  /** Whether the result is long enough to be no mere "ok" or "not found". */
  boolean isTelling() {
    return words.count() >= FEW_WORDS;
  }

  private static long facts(String masked, Optional<TestCounts> counts) {
    StringBuilder facts = new StringBuilder();
    counts.ifPresent(told -> facts.append(told.failing()).append('/').append(told.total()));
    Matcher found = FACT.matcher(masked);
    while (found.find()) {
      facts.append('\n').append(found.group());
    }
    return Hash.of(facts.toString());
  }

  /** The text without a quoted call on its last line; below it at most a ruling. */
  static String withoutNextCall(String text) {
    Matcher found = NEXT_CALL.matcher(text);
    int from = 0;
    while (found.find(from)) {
      int end = text.indexOf('\n', found.end());
      if (end < 0 || isRuling(text, end)) {
        return text.substring(0, found.start());
      }
      from = end;
    }
    return text;
  }

  private static boolean isRuling(String text, int from) {
    return text.length() - from <= MAX_RULING
        && text.substring(from).chars().allMatch(c -> c == '-' || Character.isWhitespace(c));
  }
}
