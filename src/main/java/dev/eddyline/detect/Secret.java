package dev.eddyline.detect;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kind of secret.
 *
 * @param pattern what is replaced
 * @param requiredWords lower-case words: every text with such a secret contains one. Searching for
 *     them is much cheaper than the pattern
 * @param named whether a secret begins at a name (ASCII letters, digits, underscores, hyphens) that
 *     contains one of these words
 */
public record Secret(Pattern pattern, List<String> requiredWords, boolean named) {

  public Secret {
    Objects.requireNonNull(pattern, "pattern");
    requiredWords = List.copyOf(requiredWords);
    if (requiredWords.isEmpty()) {
      throw new IllegalArgumentException("needed must have ≥ 1 words, was empty");
    }
  }

  static Secret of(String pattern, String... needed) {
    return new Secret(Pattern.compile(pattern), List.of(needed), false);
  }

  static Secret named(String pattern, String... needed) {
    return new Secret(Pattern.compile(pattern), List.of(needed), true);
  }

  /** The text with each such secret replaced. */
  String replaceSecretsIn(String text, String replacement) {
    Matcher matcher = pattern.matcher(text);
    if (!named) {
      return matcher.replaceAll(Matcher.quoteReplacement(replacement));
    }
    matcher.useTransparentBounds(true).useAnchoringBounds(false);
    ScannedText names = ScannedText.of(text);
    StringBuilder replaced = new StringBuilder();
    int from = 0;
    int at = 0;
    while (at < text.length()) {
      int end = endOfName(names, at);
      if (hasRequiredWord(names, at, end) && matcher.region(at, text.length()).lookingAt()) {
        replaced.append(text, from, at).append(replacement);
        from = matcher.end();
        end = from;
        // the rest of a name does not start a name
        end = isOfName(names, end - 1) ? endOfName(names, end) : end;
      }
      at = Math.max(at + 1, end);
    }
    return replaced.append(text, from, text.length()).toString();
  }

  private boolean hasRequiredWord(ScannedText text, int from, int to) {
    for (String word : requiredWords) {
      for (int at = from; at + word.length() <= to; at++) {
        if (text.speaks(word, at)) {
          return true;
        }
      }
    }
    return false;
  }

  private static int endOfName(ScannedText text, int from) {
    int end = from;
    while (isOfName(text, end)) {
      end++;
    }
    return end;
  }

  private static boolean isOfName(ScannedText text, int at) {
    return text.is(at, ScannedText.WORD) || text.at(at) == '-';
  }
}
