package dev.eddyline.language;

import dev.eddyline.text.Hash;
import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.Words;
import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tartarus.snowball.SnowballStemmer;

/**
 * The terms of a text: concepts, which are equal for all words of one meaning, and the stems of
 * other words with content.
 */
public final class Terms {

  /** Maximum characters of a term. */
  private static final int MAX_CHARS = 40;

  private final String text;
  private final String lowerCase;
  private final Language language;
  private final Vocabulary vocabulary;
  private final @Nullable SnowballStemmer stemmer;
  private final List<Element> elements = new ArrayList<>();
  private final Map<String, Boolean> terms = new HashMap<>();

  /** A bit for each word without content. */
  private long frame;

  /**
   * A word of the text.
   *
   * @param term its term, or the key of a marker
   */
  private record Element(int start, String term, Kind kind) {}

  private enum Kind {
    MARKER,
    NAME,
    WORD
  }

  /** A place in the text. */
  private record Span(int start, int end) {}

  private Terms(String text, Language language) {
    this.text = text;
    this.language = language;
    lowerCase = lowerCase(text, language);
    vocabulary = Vocabulary.of(language);
    stemmer = language.newStemmer();
  }

  private static String lowerCase(String text, Language language) {
    String lower = language.lowerCase(text);
    return lower.length() == text.length() ? lower : text; // indices must agree
  }

  /**
   * The terms of a text, and whether each identifies something: a number, an identifier, a name, a
   * negation.
   *
   * @param shown the words that may be stored, in lower case; of others only hashes are stored;
   *     null if all may
   */
  public static Map<String, Boolean> of(Text text, @Nullable Set<String> shown) {
    Text normal = normalized(text);
    List<Span> words = new ArrayList<>();
    Words.each(normal, (start, end) -> words.add(new Span(start, end)));
    Terms terms = new Terms(normal.source(), LanguageDetector.languageOf(normal));
    terms.read(words, shown);
    return terms.terms;
  }

  /** A text in one form of its letters: full-width and composed ones differ otherwise. */
  public static Text normalized(Text text) {
    return Normalizer.isNormalized(text.source(), Normalizer.Form.NFKC)
        ? text
        : Text.of(Normalizer.normalize(text.source(), Normalizer.Form.NFKC));
  }

  private void read(List<Span> words, @Nullable Set<String> shown) {
    List<Span> pieces = new ArrayList<>();
    for (Span word : words) {
      String plain = Words.plain(text.substring(word.start(), word.end()));
      if (shown == null || shown.contains(plain)) {
        split(word, pieces);
      } else {
        terms.put("#" + Long.toHexString(Hash.of(plain)), true);
      }
    }
    if (language.isFoundInRuns()) {
      readRuns(pieces);
    } else {
      readWords(pieces);
    }
    elements.sort(Comparator.comparingInt(Element::start));
    collect();
    terms.put(TermForm.FRAME + language.code() + Long.toString(frame, Character.MAX_RADIX), false);
  }

  private void addToFrame(String word) {
    frame |= 1L << (Hash.of(word) & Long.SIZE - 1);
  }

  /** Splits a word at apostrophes, and between Latin and other letters. */
  private void split(Span word, List<Span> pieces) {
    int start = word.start();
    for (int at = word.start() + 1; at <= word.end(); at++) {
      boolean end = at == word.end();
      boolean apostrophe = !end && !language.joinsByApostrophe() && isApostrophe(text.charAt(at));
      if (end || apostrophe || isBorder(at)) {
        if (at > start) {
          pieces.add(new Span(start, at));
        }
        start = apostrophe ? at + 1 : at;
      }
    }
  }

  private static boolean isApostrophe(char sign) {
    return sign == '\'' || sign == '’';
  }

  private boolean isBorder(int at) {
    return language != Language.ENGLISH
        && LanguageDetector.isLatin(text.charAt(at - 1))
            != LanguageDetector.isLatin(text.charAt(at))
        && LanguageDetector.isOfRuns(
            text.charAt(LanguageDetector.isLatin(text.charAt(at)) ? at - 1 : at));
  }

  private void readWords(List<Span> words) {
    String[] stems = new String[words.size()];
    for (int word = 0; word < stems.length; word++) {
      stems[word] = Vocabulary.stem(plain(words.get(word)), stemmer);
    }
    int word = 0;
    while (word < stems.length) {
      word += readWord(words, stems, word);
    }
  }

  /** Reads the longest entry at a word, or the word; returns the number of words read. */
  private int readWord(List<Span> words, String[] stems, int first) {
    Span span = words.get(first);
    if (isIdentifier(span) || isCapital(span) && isName(span)) {
      addName(span);
      return 1;
    }
    int most = Math.min(vocabulary.maxWords(stems[first]), stems.length - first);
    for (int count = most; count > 0; count--) {
      if (areAdjacent(words, first, count)) {
        String phrase = String.join(" ", Arrays.asList(stems).subList(first, first + count));
        String key =
            count == 1 ? vocabulary.keyOfWord(plain(span), phrase) : vocabulary.key(phrase);
        if (key != null) {
          addEntry(span.start(), words.get(first + count - 1).end(), key);
          return count;
        }
      }
    }
    addUnknown(span, stems[first]);
    return 1;
  }

  private boolean areAdjacent(List<Span> words, int first, int count) {
    for (int word = first + 1; word < first + count; word++) {
      int gap = words.get(word).start() - words.get(word - 1).end();
      if (gap > 1 || isIdentifier(words.get(word))) {
        return false;
      }
    }
    return true;
  }

  private void addUnknown(Span span, String stem) {
    String plain = plain(span);
    if (isName(span)) {
      addName(span);
    } else if (vocabulary.isStopWord(plain)) {
      addToFrame(plain);
    } else if (!plain.isEmpty()) {
      elements.add(new Element(span.start(), stem.isEmpty() ? plain : stem, Kind.WORD));
    }
  }

  private void readRuns(List<Span> words) {
    int[] endByStart = new int[text.length()];
    String[] keys = new String[text.length()];
    BitSet isShown = new BitSet();
    words.forEach(word -> isShown.set(word.start(), word.end()));
    vocabulary.eachInRuns(
        lowerCase,
        (start, end, key) -> {
          if (end > endByStart[start]
              && isShown.get(start)
              && isShown.get(end - 1)
              && !isWithinLatin(start, end)
              && !isSyllable(start, end)) {
            endByStart[start] = end;
            keys[start] = key;
          }
        });
    boolean[] covered = new boolean[text.length() + 1];
    int at = 0;
    while (at < text.length()) {
      if (endByStart[at] > 0) {
        addEntry(at, endByStart[at], keys[at]);
        Arrays.fill(covered, at, endByStart[at], true);
        at = endByStart[at];
      } else {
        at++;
      }
    }
    for (Span word : words) {
      addUncovered(word, covered);
    }
  }

  /** Whether a place begins or ends within a Latin word. */
  private boolean isWithinLatin(int start, int end) {
    return start > 0 && isLatinWord(text.charAt(start)) && isLatinWord(text.charAt(start - 1))
        || end < text.length()
            && isLatinWord(text.charAt(end - 1))
            && isLatinWord(text.charAt(end));
  }

  /** Whether a place is one syllable of a Korean word, and is not its ending. */
  private boolean isSyllable(int start, int end) {
    return language == Language.KOREAN
        && end - start == 1
        && (start == 0
            || !LanguageDetector.isOfRuns(text.charAt(start - 1))
                && !LanguageDetector.isLatin(text.charAt(start - 1))
            || end < text.length() && LanguageDetector.isOfRuns(text.charAt(end)));
  }

  private static boolean isLatinWord(char letter) {
    return LanguageDetector.isLatin(letter) || letter == '_';
  }

  private void addUncovered(Span word, boolean[] covered) {
    int start = word.start();
    for (int at = word.start(); at <= word.end(); at++) {
      if (at == word.end() || covered[at]) {
        if (at > start) {
          addPiece(new Span(start, at));
        }
        start = at + 1;
      }
    }
  }

  /** Adds a piece that no entry covers. */
  private void addPiece(Span piece) {
    if (isIdentifier(piece) || LanguageDetector.isLatin(text.charAt(piece.start()))) {
      if (isName(piece)) {
        addName(piece);
      } else {
        String word = Words.plain(text.substring(piece.start(), piece.end()));
        Vocabulary english = Vocabulary.of(Language.ENGLISH);
        String stem = english.stem(word);
        String key = english.keyOfWord(word, stem);
        if (key == null) {
          elements.add(new Element(piece.start(), stem, Kind.WORD));
        } else {
          addEntry(piece.start(), piece.end(), key);
        }
      }
      return;
    }
    String plain = plain(piece);
    String stem =
        switch (language) {
          case JAPANESE -> withoutHiragana(plain);
          case KOREAN -> vocabulary.withoutEnding(plain);
          default -> plain;
        };
    if (stem.isEmpty() || vocabulary.isStopWord(stem)) {
      addToFrame(plain);
    } else {
      elements.add(new Element(piece.start(), stem, Kind.WORD));
    }
  }

  /** A Japanese word without its grammatical ending; empty if all of it is grammar. */
  private static String withoutHiragana(String word) {
    int end = word.length();
    while (end > 0 && UnicodeScript.of(word.charAt(end - 1)) == UnicodeScript.HIRAGANA) {
      end--;
    }
    return word.substring(0, end);
  }

  private void addEntry(int start, int end, String key) {
    switch (key) {
      case Vocabulary.STOP -> addToFrame(lowerCase.substring(start, end));
      case "from-before", "to-before", "from-after", "to-after" -> {
        addToFrame(lowerCase.substring(start, end));
        elements.add(new Element(start, key, Kind.MARKER));
      }
      case "negation", "except" ->
          elements.add(new Element(start, TermForm.concept(key), Kind.NAME));
      default -> {
        boolean numeral = Character.isDigit(key.charAt(0));
        elements.add(
            numeral
                ? new Element(start, key, Kind.NAME)
                : new Element(start, TermForm.concept(key), Kind.WORD));
      }
    }
  }

  private boolean isIdentifier(Span span) {
    return Names.isIdentifier(text, span.start(), span.end());
  }

  private boolean isCapital(Span span) {
    return span.end() - span.start() == 1 && Character.isUpperCase(text.charAt(span.start()));
  }

  private boolean isName(Span span) {
    return Names.isName(text, span.start(), span.end(), language.capitalsMarkNames());
  }

  private void addName(Span span) {
    String word = text.substring(span.start(), span.end());
    String[] pieces =
        Names.hasUpperWithin(text, span.start(), span.end())
            ? Words.splitIdentifiers(word).split(" ")
            : new String[] {word};
    for (String piece : pieces) {
      String plain = Words.plain(piece);
      if (!plain.isEmpty()) {
        elements.add(new Element(span.start(), plain, Kind.NAME));
      }
    }
  }

  private String plain(Span span) {
    return Words.plain(lowerCase.substring(span.start(), span.end()));
  }

  /** Collects the terms with their directions. */
  private void collect() {
    char pending = TermForm.NONE;
    String target = "";
    String last = "";
    for (Element element : elements) {
      String term = Truncation.truncate(element.term(), MAX_CHARS);
      if (element.kind() != Kind.MARKER) {
        boolean name = element.kind() == Kind.NAME;
        terms.merge(term, name, Boolean::logicalOr);
        last = (name ? TermForm.NAME : "") + term;
        boolean first = target.isEmpty();
        target = name || first ? last : target; // "server A": the name counts
        if (name || !first) {
          addDirection(pending, target);
          pending = TermForm.NONE;
          target = "";
        }
      } else if (!term.endsWith("before")) {
        addDirection(term.startsWith("from") ? TermForm.FROM : TermForm.TO, last);
      } else {
        addDirection(pending, target);
        boolean ofTarget =
            pending == TermForm.TO && target.isEmpty(); // "to that of" marks a target
        pending = term.startsWith("from") && !ofTarget ? TermForm.FROM : TermForm.TO;
        target = "";
      }
    }
    addDirection(pending, target);
  }

  private void addDirection(char direction, String term) {
    if (direction != TermForm.NONE && !term.isEmpty()) {
      terms.put(direction + term, false);
    }
  }
}
