package dev.eddyline.language;

import dev.eddyline.text.Text;
import dev.eddyline.text.Words;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which language a text is in: by its script, its letters and the words of each vocabulary. */
public final class LanguageDetector {

  /** Languages whose vocabulary has a word, by word. */
  private static final class Holder {
    static final Map<String, List<Language>> LANGUAGES = languagesByWord();
  }

  private LanguageDetector() {}

  private static Map<String, List<Language>> languagesByWord() {
    Map<String, List<Language>> languages = new HashMap<>();
    for (Language language : Language.LATIN) {
      for (String word : Vocabulary.words(language)) {
        languages.merge(
            word,
            List.of(language),
            (some, more) -> {
              List<Language> all = new ArrayList<>(some);
              all.addAll(more);
              return List.copyOf(all);
            });
      }
    }
    return Map.copyOf(languages);
  }

  /** The language of a text; English if it shows none. */
  public static Language languageOf(String text) {
    return languageOf(Text.of(text));
  }

  /** The language of a text; English if it shows none. */
  static Language languageOf(Text text) {
    Language byScript = byScript(text.source());
    return byScript == null ? byWords(text) : byScript;
  }

  /** The language of the script that most of a text is in; null if that is Latin. */
  private static @Nullable Language byScript(String text) {
    int latin = 0;
    int kana = 0;
    Map<Language, Integer> letters = new EnumMap<>(Language.class);
    for (int at = 0; at < text.length(); at++) {
      char letter = text.charAt(at);
      if (isLatin(letter)) {
        latin++;
      } else if (letter >= 0x370 && Character.isLetter(letter)) {
        UnicodeScript script = UnicodeScript.of(letter);
        Language language =
            switch (script) {
              case CYRILLIC -> Language.RUSSIAN;
              case ARABIC -> Language.ARABIC;
              case DEVANAGARI -> Language.HINDI;
              case THAI -> Language.THAI;
              case HANGUL -> Language.KOREAN;
              case HAN, HIRAGANA, KATAKANA -> Language.CHINESE;
              default -> null;
            };
        if (language != null) {
          letters.merge(language, language.isFoundInRuns() ? 3 : 1, Integer::sum);
          kana += script == UnicodeScript.HIRAGANA || script == UnicodeScript.KATAKANA ? 1 : 0;
        }
      }
    }
    Language most = mostFrequent(letters);
    if (most == null || letters.getOrDefault(most, 0) < latin) {
      return null;
    }
    return most == Language.CHINESE && kana > 0 ? Language.JAPANESE : most;
  }

  /** The language with the highest count; of equal ones the first. */
  private static @Nullable Language mostFrequent(Map<Language, Integer> counts) {
    Language most = null;
    int highest = 0;
    for (Map.Entry<Language, Integer> each : counts.entrySet()) {
      if (each.getValue() > highest) {
        most = each.getKey();
        highest = each.getValue();
      }
    }
    return most;
  }

  private static Language byWords(Text text) {
    Map<Language, Integer> hits = new EnumMap<>(Language.class);
    Words.each(
        text,
        (start, end) -> {
          String word = text.source().substring(start, end).toLowerCase(Locale.ROOT);
          List<Language> languages = Holder.LANGUAGES.get(word);
          if (languages == null) {
            languages = Holder.LANGUAGES.getOrDefault(Words.plain(word), List.of());
          }
          int weight = languages.size() == 1 ? 2 : 1;
          languages.forEach(language -> hits.merge(language, weight, Integer::sum));
          ownLanguage(word).ifPresent(language -> hits.merge(language, 2, Integer::sum));
        });
    Language most = mostFrequent(hits);
    return most == null ? Language.ENGLISH : most;
  }

  /** The Latin language that a letter of a word shows; no letter of ASCII does. */
  private static Optional<Language> ownLanguage(String word) {
    for (int at = 0; at < word.length(); at++) {
      if (word.charAt(at) >= 0x80) {
        return Language.LATIN.stream().filter(it -> it.hasOwnLetter(word)).findFirst();
      }
    }
    return Optional.empty();
  }

  /** Whether a character is a Latin letter or a digit. */
  static boolean isLatin(char letter) {
    return letter < 0x250 && Character.isLetterOrDigit(letter);
  }

  /**
   * Whether a character is of a script that is written in runs, or joins endings to foreign words.
   */
  static boolean isOfRuns(char letter) {
    UnicodeScript script = UnicodeScript.of(letter);
    return switch (script) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, THAI -> true;
      default -> false;
    };
  }
}
