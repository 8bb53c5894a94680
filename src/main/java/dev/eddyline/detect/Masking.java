package dev.eddyline.detect;

import dev.eddyline.text.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Replaces what changes from one run to the next (times, addresses, ids, temporary paths) by the
 * name of its class, so that equal failures and results are seen to be equal. Counts, exit and
 * status codes, expected and actual values stay.
 *
 * <p>One pass over the text: the first alternative that matches at a place wins, and the first of
 * all is what must stay. A mask holds no character that a class could match, so masking a masked
 * text changes nothing.
 */
public final class Masking {

  /** Characters that are masked; what lies behind them is compared as it stands. */
  static final int MAX_CHARS = 32_768;

  private static final Pattern SPACE = Pattern.compile("\\s+");

  // a word begins at (?<!\w) and ends at (?!\w): \b differs between Java's versions, knows no word
  // beside Japanese text, and costs the square of a run of combining marks
  private static final String KEEP =
      "(?i:(?<!\\w)(?:expected|actual|actually|received|got|want|wanted|but was|to be|to equal|exit(?:ed)?"
          + "|returned|status|code|http|errno|hresult)(?!\\w))"
          + "(?i:\\s+(?:with|code|status|value|to|be|was|is)){0,4}+[\\s:=]*[<\\[\"'(]?"
          + "(?:\\d{4}-\\d{2}-\\d{2} [\\d:.,]+|[\\w.+:-]+)"
          // both sides of a comparison, and what an assertion is called with
          + "|(?<![\\w.])['\"]?[0-9a-f][\\w.+-]{0,80}+['\"]?(?: ?(?:ns|us|µs|ms|s|secs?|seconds?)(?!\\w))? ?[=!]==?(?!\\d+==) ?['\"]?[\\w.+:-]{0,80}"
          + "|(?<![=\\d])[=!]==?(?!\\d+==) ?['\"]?[\\w.+:-]{1,80}"
          + "|(?<!\\w)assert\\w{0,40}\\([^)\\n]{0,200}\\)";

  private static final String QUOTED = "\"[^\"\\n]{0,200}\"|'[^'\\n]{0,200}'|`[^`\\n]{0,200}`";
  private static final Pattern NAMES = Pattern.compile(QUOTED + "|(?<=: )[\\w./@-]+$");

  private final Pattern volatileParts;
  private final Pattern withLines;
  private final List<String> classes;
  private final Optional<MaskingClasses> own;

  private Masking(Map<String, String> byClass) {
    classes = List.copyOf(byClass.keySet());
    volatileParts = alternatives(byClass);
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put(LINE_MASK, LINE);
    lines.putAll(byClass);
    withLines = alternatives(lines);
    own = Optional.empty();
  }

  private Masking(Masking shipped, MaskingClasses own) {
    classes = shipped.classes;
    volatileParts = shipped.volatileParts;
    withLines = shipped.withLines;
    this.own = Optional.of(own);
  }

  private static final String LINE_MASK = "line";
  private static final String NAME_MASK = "name";

  private static final String LINE =
      "(?i:(?<!\\w)(?:line|lines|ln|col|column|char|character|position)(?!\\w))[\\s:#]*\\d+(?!\\w)"
          + "|(?<=\\.[A-Za-z]{1,4}):\\d+(?::\\d+)?(?!\\w)|(?<=\\.[A-Za-z]{1,4})\\(\\d+(?:,\\d+)?\\)";

  private static Map<String, String> shippedClasses() {
    Map<String, String> shipped = new LinkedHashMap<>();
    shipped.put(
        "timestamp",
        "(?<!\\w)\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?(?:Z|[+-]\\d{2}:?\\d{2})?(?!\\w)");
    shipped.put("uuid", "(?<!\\w)[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?!\\w)");
    shipped.put(
        "date",
        "(?<!\\w)\\d{4}[-/]\\d{2}[-/]\\d{2}(?!\\w)|(?<!\\w)\\d{1,2}/\\d{1,2}/\\d{4}(?!\\w)"
            + "|(?<!\\w)(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? (?:\\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}(?: \\d{1,2})?(?: \\d{4})?(?!\\w)");
    shipped.put("time", "(?<!\\w)\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?(?!\\w)");
    shipped.put("address", "(?<!\\w)0x[0-9a-fA-F]{4,16}(?!\\w)");
    shipped.put(
        "hash",
        "(?<!\\w)(?=[0-9a-f]{0,63}\\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}(?!\\w)|(?<!\\w)sha\\d+:[0-9a-f]+(?!\\w)");
    shipped.put(
        "duration",
        "(?<!\\w)(?:\\d+h ?)?(?:\\d+m ?)?\\d+(?:\\.\\d+)? ?(?:ns|us|µs|ms|s|secs?|seconds?|mins?|minutes?|hours?)(?!\\w)(?:\\s*\\d+(?:\\.\\d+)? ?(?:ms|s|secs?|seconds?)(?!\\w))?");
    shipped.put(
        "process",
        "(?i:(?<!\\w)(?:pid|tid|process id|thread id)(?!\\w))[\\s:=#-]*\\d+(?!\\w)"
            + "|(?i:(?<!\\w)(?:process|thread)(?!\\w))(?:[:=#-] ?\\d+(?!\\w)| \\d+(?!\\w)(?! [a-z]{4,}s(?!\\w)))"
            + "|==\\d+==");
    shipped.put(
        "temporary path",
        "(?:/private)?(?:/tmp/|/var/tmp/|/var/folders/)[^\\s'\":,)]+|(?<!\\w)[A-Za-z]:\\\\[^\\s'\":]*\\\\Temp\\\\[^\\s'\":,)]+");
    return shipped;
  }

  /**
   * The shipped classes: document 002's signatures must not differ by what a clock or a pid adds.
   */
  public static Masking shipped() {
    return new Masking(shippedClasses());
  }

  /** Names that a policy's own classes may not have. */
  public List<String> taken() {
    List<String> names = new ArrayList<>(classes);
    names.addAll(List.of(LINE_MASK, NAME_MASK));
    return names;
  }

  /**
   * These classes and a policy's own, which come first, but after what must stay.
   *
   * @param own expressions by the name of their class
   */
  public Masking with(Map<String, Expression> own) {
    return own.isEmpty()
        ? this
        : new Masking(this, new MaskingClasses(own, Pattern.compile(KEEP), taken()));
  }

  private static Pattern alternatives(Map<String, String> byClass) {
    List<String> groups = new ArrayList<>(List.of("(" + KEEP + ")"));
    byClass.values().forEach(pattern -> groups.add("(" + pattern + ")"));
    return Pattern.compile(String.join("|", groups));
  }

  /** The text with its volatile parts masked; line and column stay. */
  public String mask(String text) {
    return mask(text, volatileParts, false);
  }

  /** The text with its volatile parts, lines and columns masked. */
  public String maskWithLines(String text) {
    return mask(text, withLines, true);
  }

  /** The text masked like {@link #maskWithLines}, its quoted and trailing names masked too. */
  public String template(String text) {
    return NAMES.matcher(maskWithLines(text)).replaceAll("<" + NAME_MASK + ">");
  }

  private String mask(String text, Pattern pattern, boolean lines) {
    String head = text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS);
    String spaced = SPACE.matcher(Colours.without(head)).replaceAll(" ").strip();
    String masked =
        own.isPresent()
            ? own.get().mask(spaced, pattern, found -> maskOf(found, lines))
            : pattern
                .matcher(spaced)
                .replaceAll(
                    found ->
                        Matcher.quoteReplacement(maskOf(found, lines).orElseGet(found::group)));
    return text.length() <= MAX_CHARS ? masked : masked + text.substring(MAX_CHARS);
  }

  /** The mask of a match; empty for what must stay. */
  private Optional<String> maskOf(MatchResult found, boolean lines) {
    if (found.group(1) != null) {
      return Optional.empty();
    }
    for (int group = 2; group <= found.groupCount(); group++) {
      if (found.group(group) != null) {
        int index = group - 2 - (lines ? 1 : 0);
        return Optional.of("<" + (index < 0 ? LINE_MASK : classes.get(index)) + ">");
      }
    }
    throw new IllegalStateException("a match without a class in " + found.groupCount() + " groups");
  }
}
