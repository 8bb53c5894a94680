package dev.eddyline.outcome;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Phrases that are searched in a text, in any case. In a phrase {@code *} is any word, and at the
 * end of a word any ending. Blanks, underscores and hyphens between words are the same. A phrase of
 * a script without spaces may lie within a word if it begins with a letter of it. A text is
 * compared only with the phrases that begin with the letter at a place, if the next one may follow.
 */
final class Phrases {

  private static final Set<Character.UnicodeScript> WITHOUT_SPACES =
      EnumSet.of(
          Character.UnicodeScript.HAN,
          Character.UnicodeScript.HIRAGANA,
          Character.UnicodeScript.KATAKANA);

  private static final String WORD = "[\\p{L}\\p{M}\\p{N}]";
  private static final String SIGNS = "[^\\p{L}\\p{M}\\p{N}]*+";

  /** Characters of the scripts in which a phrase begins at the start of a word. */
  private static final int ASCII = 128;

  /** The phrases by their first letter, in one case. */
  private final Map<Character, Group> groups;

  /** The same by the characters of ASCII, in both cases. */
  private final @Nullable Group[] ofAscii = new Group[ASCII];

  /**
   * Phrases with the same first letter.
   *
   * @param seconds their second letters, in one case; empty if one of them has none
   * @param anywhere the phrases
   * @param atEnd the phrases with only signs behind them
   */
  private record Group(String seconds, Pattern anywhere, Pattern atEnd) {

    static Group of(List<String> phrases) {
      String any =
          phrases.stream()
              .collect(Collectors.groupingBy(Phrases::isWithoutSpaces))
              .entrySet()
              .stream()
              .map(kind -> expression(kind.getKey(), kind.getValue()))
              .collect(Collectors.joining("|", "(?:", ")"));
      return new Group(seconds(phrases), compile(any), compile(any + SIGNS + "$"));
    }

    private static String seconds(List<String> phrases) {
      return phrases.stream().allMatch(it -> it.length() > 1 && Character.isLetter(it.charAt(1)))
          ? phrases.stream()
              .map(it -> String.valueOf(inOneCase(it.charAt(1))))
              .distinct()
              .collect(Collectors.joining())
          : "";
    }

    /** Whether one of the phrases may begin at an index of a text. */
    boolean mayBeginAt(int index, String text) {
      return seconds.isEmpty()
          || index + 1 < text.length() && seconds.indexOf(inOneCase(text.charAt(index + 1))) >= 0;
    }

    private static Pattern compile(String expression) {
      return Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
  }

  @JsonCreator
  Phrases(List<String> phrases) {
    groups =
        phrases.stream()
            .collect(
                Collectors.groupingBy(
                    phrase -> inOneCase(phrase.charAt(0)),
                    Collectors.collectingAndThen(Collectors.toList(), Group::of)));
    for (char letter = 0; letter < ASCII; letter++) {
      ofAscii[letter] = groups.get(inOneCase(letter));
    }
  }

  /** The phrases that may begin with a letter; null if none does. */
  private @Nullable Group group(char letter) {
    return letter < ASCII ? ofAscii[letter] : groups.get(inOneCase(letter));
  }

  /** The letter in the case in which a pattern compares it. */
  private static char inOneCase(char letter) {
    return Character.toLowerCase(Character.toUpperCase(letter));
  }

  /** Phrases of one kind: all with spaces between words, or all without. */
  private static String expression(boolean isWithoutSpaces, List<String> phrases) {
    String any = phrases.stream().map(Phrases::expression).collect(Collectors.joining("|"));
    return isWithoutSpaces ? any : "(?<!%1$s)(?:%2$s)(?!%1$s)".formatted(WORD, any);
  }

  private static String expression(String phrase) {
    return Stream.of(phrase.split(" "))
        .map(Phrases::wordExpression)
        .collect(Collectors.joining("[\\s_-]{1,3}"));
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
    return isAnywhere(text, Group::anywhere);
  }

  /** Whether the text, or what is before signs at its end, ends with a phrase. */
  boolean end(String text) {
    return isAnywhere(text, Group::atEnd);
  }

  private boolean isAnywhere(String text, Function<Group, Pattern> form) {
    for (int at = 0; at < text.length(); at++) {
      Group group = group(text.charAt(at));
      if (group != null
          && !isWithinWord(text, at)
          && group.mayBeginAt(at, text)
          && form.apply(group)
              .matcher(text)
              .useTransparentBounds(true)
              .region(at, text.length())
              .lookingAt()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWithinWord(String text, int at) {
    return text.charAt(at) < ASCII && at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
  }

  /** Whether the text, or what is behind signs at its start, begins with a phrase. */
  boolean begin(String text) {
    return lengthAtStart(text) > 0;
  }

  /** Whether the text is a phrase and nothing else but signs. */
  boolean areAllOf(String text) {
    int length = lengthAtStart(text);
    return length > 0 && text.substring(length).codePoints().noneMatch(Character::isLetterOrDigit);
  }

  /** Characters of the phrase at the start of a text and of the signs before it; 0 without one. */
  private int lengthAtStart(String text) {
    int start = 0;
    while (start < text.length() && !isOfWord(text.codePointAt(start))) {
      start += Character.charCount(text.codePointAt(start));
    }
    Group group = start == text.length() ? null : group(text.charAt(start));
    if (group == null) {
      return 0;
    }
    Matcher phrase = group.anywhere().matcher(text).region(start, text.length());
    return phrase.lookingAt() ? phrase.end() : 0;
  }

  /** Whether a character is a letter, a mark or a number. */
  private static boolean isOfWord(int character) {
    return switch (Character.getType(character)) {
      case Character.UPPERCASE_LETTER,
          Character.LOWERCASE_LETTER,
          Character.TITLECASE_LETTER,
          Character.MODIFIER_LETTER,
          Character.OTHER_LETTER,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.COMBINING_SPACING_MARK,
          Character.DECIMAL_DIGIT_NUMBER,
          Character.LETTER_NUMBER,
          Character.OTHER_NUMBER ->
          true;
      default -> false;
    };
  }
}
