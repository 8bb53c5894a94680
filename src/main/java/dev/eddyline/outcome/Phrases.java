package dev.eddyline.outcome;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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

  private static final Set<Character.UnicodeScript> WITHOUT_SPACES =
      EnumSet.of(
          Character.UnicodeScript.HAN,
          Character.UnicodeScript.HIRAGANA,
          Character.UnicodeScript.KATAKANA);

  private static final String WORD = "[\\p{L}\\p{M}\\p{N}]";
  private static final String SIGNS = "[^\\p{L}\\p{M}\\p{N}]*+";

  private final Pattern anywhere;
  private final Pattern atStart;
  private final Pattern atEnd;

  Phrases(List<String> phrases) {
    String any =
        phrases.stream().map(Phrases::expression).collect(Collectors.joining("|", "(?:", ")"));
    anywhere = compile(any);
    atStart = compile(SIGNS + any);
    atEnd = compile(any + SIGNS + "$");
  }

  private static Pattern compile(String expression) {
    return Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
  }

  private static String expression(String phrase) {
    String words =
        Stream.of(phrase.split(" "))
            .map(Phrases::wordExpression)
            .collect(Collectors.joining("[\\s_-]{1,3}"));
    String before = isWithoutSpaces(phrase) ? "" : "(?<!%s)".formatted(WORD);
    String behind = isWithoutSpaces(phrase) ? "" : "(?!%s)".formatted(WORD);
    return before + words + behind;
  }

  /** Whether the phrase has letters of a script that has no spaces between words. */
  private static boolean isWithoutSpaces(String phrase) {
    return phrase
        .codePoints()
        .mapToObj(Character.UnicodeScript::of)
        .anyMatch(WITHOUT_SPACES::contains);
  }

  private static String wordExpression(String word) {
    if (word.equals("*")) {
      return "\\S{1,60}+";
    }
    boolean isStem = word.endsWith("*");
    String letters = Pattern.quote(isStem ? word.substring(0, word.length() - 1) : word);
    return isStem ? letters + WORD + "{0,20}+" : letters;
  }

  /** Whether a phrase is in the text. */
  boolean areIn(String text) {
    return anywhere.matcher(text).find();
  }

  /** Whether the text, or what is behind signs at its start, begins with a phrase. */
  boolean begin(String text) {
    return atStart.matcher(text).lookingAt();
  }

  /** Whether the text, or what is before signs at its end, ends with a phrase. */
  boolean end(String text) {
    return atEnd.matcher(text).find();
  }

  /** Whether the text is a phrase and nothing else but signs. */
  boolean areAllOf(String text) {
    Matcher all = atStart.matcher(text);
    return all.lookingAt()
        && text.substring(all.end()).codePoints().noneMatch(Character::isLetterOrDigit);
  }
}
