package dev.eddyline.detect.similarity;

import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.Words;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Reduces a request to its content: removes politeness and "again", expands common abbreviations.
 * This is the input of the sentence model.
 */
public final class CoreText {

  /** Maximum input of the model in UTF-8 bytes: 128 word pieces of about 4 letters. */
  private static final int MAX_BYTES = 500;

  private static final Pattern OPENING =
      Pattern.compile(
          "(?i)^(?:would you mind|(?:can|could|would|will) you|i need you to|i want you to"
              + "|i would like you to)\\b");

  private static final Set<String> POLITE_WORDS =
      Set.of(
          ("please kindly again thanks thank hi hello hey sorry asap urgently quickly once more just"
                  + " now soon still yet")
              .split(" "));

  /** Phrases of several words that only repeat the request. */
  private static final Pattern POLITE_PHRASES =
      Pattern.compile(
          "(?i)(?<!\\w)(?:when you (?:can|have a minute|have time)|as asked before|one more time"
              + "|once more|thank you|i am asking|to bother you)(?!\\w)");

  private static final String MARKS = ",.!?:;";

  private static final Map<String, String> SHORT_FORMS =
      Map.ofEntries(
          Map.entry("app", "application"),
          Map.entry("apps", "applications"),
          Map.entry("auth", "authentication"),
          Map.entry("config", "configuration"),
          Map.entry("configs", "configurations"),
          Map.entry("db", "database"),
          Map.entry("dev", "development"),
          Map.entry("dir", "directory"),
          Map.entry("doc", "documentation"),
          Map.entry("docs", "documentation"),
          Map.entry("env", "environment"),
          Map.entry("func", "function"),
          Map.entry("info", "information"),
          Map.entry("lib", "library"),
          Map.entry("libs", "libraries"),
          Map.entry("msg", "message"),
          Map.entry("param", "parameter"),
          Map.entry("params", "parameters"),
          Map.entry("perf", "performance"),
          Map.entry("prod", "production"),
          Map.entry("repo", "repository"),
          Map.entry("repos", "repositories"),
          Map.entry("spec", "specification"),
          Map.entry("specs", "specifications"));

  private CoreText() {}

  /** Whether a text fits the sentence model whole. */
  public static boolean fitsSentenceModel(String text) {
    return text.length() <= MAX_BYTES && text.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
  }

  /** The core of a redacted text that fits; the text itself if nothing is left. */
  public static String extractCoreText(String text) {
    String plain = POLITE_PHRASES.matcher(text).replaceAll(" ");
    StringBuilder core = new StringBuilder(plain.length());
    int[] from = {0};
    Words.each(
        Text.of(plain),
        (start, end) -> {
          String word = Words.plain(plain.substring(start, end));
          core.append(plain, from[0], start);
          if (!POLITE_WORDS.contains(word)) {
            core.append(SHORT_FORMS.getOrDefault(word, plain.substring(start, end)));
          }
          from[0] = end;
        });
    core.append(plain, from[0], plain.length());
    String opened = OPENING.matcher(trimmed(core)).replaceFirst("");
    String rest = trimmed(opened);
    return Truncation.truncate(rest.isEmpty() ? text : rest, MAX_BYTES);
  }

  /** Removes repeated spaces, and everything before the first word. */
  private static String trimmed(CharSequence text) {
    StringBuilder trimmed = new StringBuilder(text.length());
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      boolean space = Character.isWhitespace(character);
      boolean leading = trimmed.isEmpty() && (space || MARKS.indexOf(character) >= 0);
      boolean twice = space && !trimmed.isEmpty() && lastChar(trimmed) == ' ';
      if (!trimmed.isEmpty() && MARKS.indexOf(character) >= 0 && lastChar(trimmed) == ' ') {
        trimmed.setLength(trimmed.length() - 1);
      }
      if (!leading && !twice) {
        trimmed.append(space ? ' ' : character);
      }
    }
    return trimmed.toString().strip();
  }

  private static char lastChar(CharSequence text) {
    return text.charAt(text.length() - 1);
  }
}
