package dev.eddyline.language;

import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.jspecify.annotations.Nullable;
import org.tartarus.snowball.SnowballStemmer;
import org.tartarus.snowball.ext.ArabicStemmer;
import org.tartarus.snowball.ext.EnglishStemmer;
import org.tartarus.snowball.ext.FrenchStemmer;
import org.tartarus.snowball.ext.German2Stemmer;
import org.tartarus.snowball.ext.HindiStemmer;
import org.tartarus.snowball.ext.PortugueseStemmer;
import org.tartarus.snowball.ext.RussianStemmer;
import org.tartarus.snowball.ext.SpanishStemmer;
import org.tartarus.snowball.ext.TurkishStemmer;

/** A language with a vocabulary. */
public enum Language {
  /** English; also the language of a Latin text that shows no other. */
  ENGLISH("en", ""),
  /** German. */
  GERMAN("de", "ß"),
  /** French. */
  FRENCH("fr", "œ"),
  /** Spanish. */
  SPANISH("es", "ñ"),
  /** Portuguese. */
  PORTUGUESE("pt", "ãõ"),
  /** Turkish. */
  TURKISH("tr", "ğış"),
  /** Vietnamese, whose words have one form. */
  VIETNAMESE("vi", "ăđơư"),
  /** Russian. */
  RUSSIAN("ru", ""),
  /** Arabic. */
  ARABIC("ar", ""),
  /** Hindi. */
  HINDI("hi", ""),
  /** Thai. */
  THAI("th", ""),
  /** Japanese. */
  JAPANESE("ja", ""),
  /** Korean. */
  KOREAN("ko", ""),
  /** Chinese, in both scripts. */
  CHINESE("zh", "");

  /** Languages in Latin letters, which only their words show. */
  static final List<Language> LATIN =
      List.of(ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, TURKISH, VIETNAMESE);

  private final String code;
  private final String ownLetters;

  Language(String code, String ownLetters) {
    this.code = code;
    this.ownLetters = ownLetters;
  }

  /** Its code in ISO 639-1. */
  public String code() {
    return code;
  }

  /** Whether a word in lower case has a letter that only this one of the Latin languages has. */
  boolean hasOwnLetter(String word) {
    return !ownLetters.isEmpty() && word.chars().anyMatch(it -> ownLetters.indexOf(it) >= 0)
        || this == VIETNAMESE && word.chars().anyMatch(it -> it >= 0x1ea0 && it <= 0x1ef9);
  }

  /** A stemmer for one thread; null if words have one form, or are found without blanks. */
  @Nullable SnowballStemmer newStemmer() {
    return switch (this) {
      case ENGLISH -> new EnglishStemmer();
      case GERMAN -> new German2Stemmer();
      case FRENCH -> new FrenchStemmer();
      case SPANISH -> new SpanishStemmer();
      case PORTUGUESE -> new PortugueseStemmer();
      case TURKISH -> new TurkishStemmer();
      case RUSSIAN -> new RussianStemmer();
      case ARABIC -> new ArabicStemmer();
      case HINDI -> new HindiStemmer();
      default -> null;
    };
  }

  /** The library's words without content. */
  CharArraySet stopWords() {
    return switch (this) {
      case GERMAN -> GermanAnalyzer.getDefaultStopSet();
      case FRENCH -> FrenchAnalyzer.getDefaultStopSet();
      case SPANISH -> SpanishAnalyzer.getDefaultStopSet();
      case PORTUGUESE -> PortugueseAnalyzer.getDefaultStopSet();
      case TURKISH -> TurkishAnalyzer.getDefaultStopSet();
      case RUSSIAN -> RussianAnalyzer.getDefaultStopSet();
      case ARABIC -> ArabicAnalyzer.getDefaultStopSet();
      case HINDI -> HindiAnalyzer.getDefaultStopSet();
      case THAI -> ThaiAnalyzer.getDefaultStopSet();
      default -> CharArraySet.EMPTY_SET;
    };
  }

  /** Whether entries of the vocabulary are found within a run of letters. */
  boolean isFoundInRuns() {
    return this == THAI || this == JAPANESE || this == KOREAN || this == CHINESE;
  }

  /** Whether a capital within a sentence marks a name; in German it marks a noun. */
  public boolean capitalsMarkNames() {
    return this != GERMAN;
  }

  /** Whether an apostrophe belongs to a word, as in "don't", and is not a joint of two. */
  boolean joinsByApostrophe() {
    return this == ENGLISH;
  }

  /** A word in lower case. */
  String lowerCase(String word) {
    return word.toLowerCase(this == TURKISH ? Locale.forLanguageTag("tr") : Locale.ROOT);
  }
}
