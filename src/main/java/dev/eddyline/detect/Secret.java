package dev.eddyline.detect;

import java.util.List;
import java.util.Locale;
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

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

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
    Matcher name = NAME.matcher(text);
    StringBuilder replaced = new StringBuilder();
    int from = 0;
    int at = 0;
    while (name.find(at)) {
      at = name.end();
      if (hasRequiredWord(name.group())
          && matcher.region(name.start(), text.length()).lookingAt()) {
        replaced.append(text, from, name.start()).append(replacement);
        from = matcher.end();
        // the rest of a name does not start a name
        boolean within = name.region(from - 1, text.length()).lookingAt();
        at = within ? name.end() : from;
      }
    }
    return replaced.append(text, from, text.length()).toString();
  }

  private boolean hasRequiredWord(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return requiredWords.stream().anyMatch(lower::contains);
  }
}
