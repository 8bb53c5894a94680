package dev.eddyline.detect;

import dev.eddyline.yaml.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What masking means, as regular expressions: slow, and the measure of the scanner that does the
 * same by hand.
 */
final class RegexMasking {

  private static final Pattern SPACE = Pattern.compile("\\s+");

  // a word begins at (?<!\w) and ends at (?!\w): \b differs between Java's versions, knows no word
  // next to Japanese text, and costs the square of a run of combining marks
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

  private static final String LINE =
      "(?i:(?<!\\w)(?:line|lines|ln|col|column|char|character|position)(?!\\w))[\\s:#]*\\d+(?!\\w)"
          + "|(?<=\\.[A-Za-z]{1,4}):\\d+(?::\\d+)?(?!\\w)|(?<=\\.[A-Za-z]{1,4})\\(\\d+(?:,\\d+)?\\)";

  private final Pattern plain;
  private final Pattern withLines;
  private final List<String> classes = new ArrayList<>();
  private final PolicyMaskingClasses own;

  /** The shipped classes. */
  RegexMasking() {
    this(Map.of());
  }

  /** These and a policy's own. */
  RegexMasking(Map<String, Expression> own) {
    Map<String, String> shipped = shippedClasses();
    plain = alternatives(shipped);
    Map<String, String> lines = new LinkedHashMap<>(Map.of("line", LINE));
    lines.putAll(shipped);
    withLines = alternatives(lines);
    classes.addAll(lines.keySet());
    this.own =
        own.isEmpty()
            ? null
            : new PolicyMaskingClasses(own, Masking.shipped().reservedClassNames());
  }

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

  private static Pattern alternatives(Map<String, String> byClass) {
    List<String> groups = new ArrayList<>(List.of("(" + KEEP + ")"));
    byClass.values().forEach(pattern -> groups.add("(" + pattern + ")"));
    return Pattern.compile(String.join("|", groups));
  }

  String mask(String text) {
    return mask(text, plain, 1);
  }

  String maskWithLines(String text) {
    return mask(text, withLines, 0);
  }

  String template(String text) {
    return NAMES.matcher(maskWithLines(text)).replaceAll("<name>");
  }

  private String mask(String text, Pattern pattern, int first) {
    int most = Math.min(text.length(), Masking.MAX_CHARS);
    String head = AnsiEscapes.removeAnsiEscapes(text.substring(0, most));
    String spaced = SPACE.matcher(head).replaceAll(" ").strip();
    String masked =
        own == null
            ? masked(spaced, new Found(pattern, spaced, first))
            : own.mask(
                spaced,
                piece -> new Found(pattern, piece, first),
                piece -> new Found(Pattern.compile("(" + KEEP + ")"), piece, first));
    return masked + text.substring(most);
  }

  private static String masked(String text, Found parts) {
    StringBuilder masked = new StringBuilder();
    int from = 0;
    for (int at = 0; parts.find(at); at = parts.end()) {
      masked.append(text, from, parts.start());
      masked.append(
          parts.mask() == null ? text.substring(parts.start(), parts.end()) : parts.mask());
      from = parts.end();
    }
    return masked.append(text.substring(from)).toString();
  }

  /** Matches of alternatives; the first group is what must stay. */
  private final class Found implements PartFinder {

    private final Matcher matcher;
    private final int first;

    Found(Pattern pattern, String text, int first) {
      this.first = first;
      matcher = pattern.matcher(text);
    }

    @Override
    public boolean find(int from) {
      return from <= matcher.regionEnd() && matcher.find(from);
    }

    @Override
    public boolean isAt(int place) {
      return matcher.find(place) && matcher.start() == place;
    }

    @Override
    public int start() {
      return matcher.start();
    }

    @Override
    public int end() {
      return matcher.end();
    }

    @Override
    public String mask() {
      if (matcher.group(1) != null) {
        return null;
      }
      int group = 2;
      while (matcher.group(group) == null) {
        group++;
      }
      return "<" + classes.get(group - 2 + first) + ">";
    }
  }
}
