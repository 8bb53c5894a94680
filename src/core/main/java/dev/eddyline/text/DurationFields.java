package dev.eddyline.text;

import java.util.regex.Pattern;

/**
 * Finds numbers without a unit in fields whose names say that they are durations, such as {@code
 * "took_ms": 75} or {@code elapsed=1.2}. A limit such as {@code max_duration} is a setting and
 * stays.
 */
final class DurationFields {

  /** Maximum characters of a name. */
  private static final int MAX_NAME = 40;

  private static final Pattern NAME =
      Pattern.compile(
          "(?i)\\w*?(?:took|elapsed|duration|latency|laufzeit|dauer"
              + "|(?:response|execution|processing|query|request|wall|cpu|build|render|total)_?time"
              + "|time_?(?:taken|spent|(?=_?(?:ms|millis|sec)))"
              + ")_?(?:time_?)?(?:in_?)?(?:[mun]?s|m?secs?|(?:milli|micro|nano)?(?:second)?s?)");

  private static final Pattern LIMIT =
      Pattern.compile("(?i).*(?:max|limit|threshold|allowed|target|budget|timeout).*|min_?[a-z].*");

  private DurationFields() {}

  /**
   * Whether a number is the value of such a field.
   *
   * @param index index of its first character
   */
  static boolean isValue(char[] chars, int index) {
    int sign = skipBack(chars, index);
    if (sign == 0 || chars[sign - 1] != '=' && chars[sign - 1] != ':') {
      return false;
    }
    int end = skipBack(chars, sign - 1);
    int start = end;
    while (start > 0 && end - start <= MAX_NAME && isOfName(chars[start - 1])) {
      start--;
    }
    String name = new String(chars, start, end - start);
    return NAME.matcher(name).matches() && !LIMIT.matcher(name).matches();
  }

  /** Index behind the last character before an index that is neither quote nor whitespace. */
  private static int skipBack(char[] chars, int index) {
    int at = Spaces.skipBack(chars, index);
    return at > 0 && (chars[at - 1] == '"' || chars[at - 1] == '\'')
        ? Spaces.skipBack(chars, at - 1)
        : at;
  }

  private static boolean isOfName(char sign) {
    return sign >= 'a' && sign <= 'z'
        || sign >= 'A' && sign <= 'Z'
        || sign >= '0' && sign <= '9'
        || sign == '_';
  }
}
