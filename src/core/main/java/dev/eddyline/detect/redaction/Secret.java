package dev.eddyline.detect.redaction;

import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of secret.
 *
 * @param pattern what is replaced; its group {@code context}, if any, is at the start and stays
 * @param check what a match must be in addition, such as a number with a correct check digit
 * @param requiredWords lower-case words: every text with such a secret contains one. Searching for
 *     them is much cheaper than the pattern. A number has none: see {@link CheckedNumbers}
 * @param named whether a secret begins at a name (ASCII letters, digits, underscores, hyphens) that
 *     contains one of these words
 */
public record Secret(
    Pattern pattern, Predicate<String> check, List<String> requiredWords, boolean named) {

  private static final String CONTEXT = "context";

  public Secret {
    Objects.requireNonNull(pattern, "pattern");
    Objects.requireNonNull(check, "check");
    requiredWords = List.copyOf(requiredWords);
    if (named && requiredWords.isEmpty()) {
      throw new IllegalArgumentException("needed must have ≥ 1 words, was empty");
    }
  }

  static Secret of(String pattern, String... needed) {
    return new Secret(Pattern.compile(pattern), match -> true, List.of(needed), false);
  }

  static Secret checked(String pattern, Predicate<String> check) {
    return new Secret(Pattern.compile(pattern), check, List.of(), false);
  }

  static Secret named(String pattern, String... needed) {
    return new Secret(Pattern.compile(pattern), match -> true, List.of(needed), true);
  }

  /** The text with each such secret replaced. */
  String replaceSecretsIn(String text, String replacement) {
    boolean keeps = pattern.pattern().startsWith("(?<" + CONTEXT + ">");
    Matcher matcher = pattern.matcher(text).useTransparentBounds(true).useAnchoringBounds(false);
    IntUnaryOperator next = named ? namesIn(text)::nextSetBit : start -> start;
    StringBuilder replaced = new StringBuilder();
    int from = 0;
    int at = next.applyAsInt(0);
    while (at >= 0 && at < text.length()) {
      matcher.region(at, text.length());
      boolean found = named ? matcher.lookingAt() : matcher.find();
      if (!found && !named) {
        break;
      }
      if (found && check.test(matcher.group())) {
        replaced
            .append(text, from, keeps ? matcher.end(CONTEXT) : matcher.start())
            .append(replacement);
        from = matcher.end();
        at = next.applyAsInt(from);
      } else {
        at = next.applyAsInt((found ? matcher.start() : at) + 1);
      }
    }
    return from == 0 ? text : replaced.append(text, from, text.length()).toString();
  }

  /** The starts of the names that contain a required word. */
  private BitSet namesIn(String text) {
    String lower = toLowerCase(text);
    BitSet starts = new BitSet();
    for (String word : requiredWords) {
      int end = 0;
      for (int at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, end)) {
        int start = at;
        while (start > end && isPartOfName(lower.charAt(start - 1))) {
          start--;
        }
        starts.set(start);
        end = at + word.length();
        while (end < lower.length() && isPartOfName(lower.charAt(end))) {
          end++;
        }
      }
    }
    return starts;
  }

  /** ASCII letters in lower case, so that each character stays in its place. */
  private static String toLowerCase(String text) {
    char[] lower = text.toCharArray();
    for (int i = 0; i < lower.length; i++) {
      if (lower[i] >= 'A' && lower[i] <= 'Z') {
        lower[i] = (char) (lower[i] - 'A' + 'a');
      }
    }
    return new String(lower);
  }

  private static boolean isPartOfName(char lower) {
    return lower >= 'a' && lower <= 'z'
        || lower >= '0' && lower <= '9'
        || lower == '_'
        || lower == '-';
  }
}
