package dev.eddyline.outcome;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Phrases that are searched in a text, in any case. In a phrase {@code *} is any word, and at the
 * end of a word any ending. Blanks, underscores and hyphens between words are the same. A phrase of
 * a script without spaces may lie within a word.
 */
final class Phrases {

  private static final String WORD = "[\\p{L}\\p{M}\\p{N}]";

  private final Pattern anywhere;

  Phrases(List<String> phrases) {
    anywhere =
        Pattern.compile(
            phrases.stream().map(Phrases::expression).collect(Collectors.joining("|")),
            Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  private static String expression(String phrase) {
    String words =
        Stream.of(phrase.split(" "))
            .map(Phrases::wordExpression)
            .collect(Collectors.joining("[\\s_-]{1,3}"));
    return Character.isIdeographic(phrase.codePointAt(0)) || isKana(phrase.codePointAt(0))
        ? words
        : "(?<!%1$s)%2$s(?!%1$s)".formatted(WORD, words);
  }

  private static boolean isKana(int letter) {
    Character.UnicodeScript script = Character.UnicodeScript.of(letter);
    return script == Character.UnicodeScript.HIRAGANA || script == Character.UnicodeScript.KATAKANA;
  }

  private static String wordExpression(String word) {
    if (word.equals("*")) {
      return "\\S{1,60}";
    }
    boolean isStem = word.endsWith("*");
    String letters = Pattern.quote(isStem ? word.substring(0, word.length() - 1) : word);
    return isStem ? letters + WORD + "{0,20}" : letters;
  }

  /** Whether a phrase is in the text. */
  boolean areIn(String text) {
    return anywhere.matcher(text).find();
  }

  /** Whether the text, or what is behind signs at its start, begins with a phrase. */
  boolean begin(String text) {
    Matcher found = anywhere.matcher(text);
    return found.find()
        && text.substring(0, found.start()).codePoints().noneMatch(Character::isLetterOrDigit);
  }

  /** Whether the text is a phrase and nothing else but signs. */
  boolean areAllOf(String text) {
    Matcher found = anywhere.matcher(text);
    return begin(text)
        && found.find()
        && text.substring(found.end()).codePoints().noneMatch(Character::isLetterOrDigit);
  }
}
