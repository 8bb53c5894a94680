package dev.eddyline.language;

import com.hankcs.algorithm.AhoCorasickDoubleArrayTrie;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tartarus.snowball.SnowballStemmer;

/**
 * The general vocabulary of a language: which words have no content, negate, mark a direction, or
 * belong to a concept. Concepts have the same names in all languages.
 */
final class Vocabulary {

  /** Key of words without content. */
  static final String STOP = "stop";

  /** Key of endings that may be cut off. */
  private static final String ENDINGS = "endings";

  /** Keys of words that mark the source or target of a direction. */
  private static final List<String> MARKERS =
      List.of("from-before", "to-before", "from-after", "to-after");

  /** Joints of words in texts and entries. */
  static final Pattern JOINTS = Pattern.compile("[\\s\\-'’]+");

  /**
   * Minimum letters of a stem; a shorter one may be of many words, and only the word itself counts.
   */
  private static final int MIN_STEM = 4;

  private static final Map<Language, Vocabulary> LOADED = new ConcurrentHashMap<>();

  private final Language language;
  private final Map<String, String> keyByEntry;
  private final Set<String> stopWords;
  private final Map<String, List<String>> wordsByStem = new HashMap<>();
  private final List<String> endings;

  /** Maximum number of words of the entries that begin with a stem. */
  private final Map<String, Integer> maxWordsByFirst = new HashMap<>();

  private final AhoCorasickDoubleArrayTrie<String> entriesInRuns =
      new AhoCorasickDoubleArrayTrie<>();

  private Vocabulary(Language language, Map<String, List<String>> entriesByKey) {
    this.language = language;
    @Nullable SnowballStemmer stemmer = language.newStemmer();
    Map<String, String> keys = new TreeMap<>();
    Map<String, String> whole = new HashMap<>();
    for (Map.Entry<String, List<String>> each : entriesByKey.entrySet()) {
      if (each.getKey().equals(ENDINGS)) {
        continue;
      }
      for (String entry : each.getValue()) {
        String[] words = JOINTS.split(entry);
        maxWordsByFirst.merge(stem(words[0], stemmer), words.length, Math::max);
        if (words.length == 1) {
          wordsByStem.computeIfAbsent(stem(entry, stemmer), none -> new ArrayList<>()).add(entry);
        }
        whole.putIfAbsent(entry, each.getKey());
        String stems = language.isFoundInRuns() ? entry : stem(words, stemmer);
        boolean inflected = language == Language.ENGLISH && words.length == 1;
        if (stems.length() >= MIN_STEM && !inflected) {
          keys.putIfAbsent(stems, each.getKey());
        }
      }
    }
    // the whole form of an entry comes before the stem of another
    whole.forEach((entry, key) -> keys.put(entry, key));
    keyByEntry = Map.copyOf(keys);
    if (language.isFoundInRuns()) {
      entriesInRuns.build(new TreeMap<>(keys));
    }
    endings =
        entriesByKey.getOrDefault(ENDINGS, List.of()).stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
    Set<String> stop = new HashSet<>(entriesByKey.getOrDefault(STOP, List.of()));
    language.stopWords().forEach(word -> stop.add(new String((char[]) word)));
    stopWords = Set.copyOf(stop);
  }

  /** The vocabulary of a language, loaded on first use. */
  static Vocabulary of(Language language) {
    return LOADED.computeIfAbsent(language, it -> new Vocabulary(it, read(it)));
  }

  /** The entries of one word and the words without content of a language, as they are. */
  static Set<String> words(Language language) {
    Set<String> words = new HashSet<>();
    read(language)
        .values()
        .forEach(
            entries ->
                entries.stream().filter(it -> !JOINTS.matcher(it).find()).forEach(words::add));
    language.stopWords().forEach(word -> words.add(new String((char[]) word)));
    return words;
  }

  private static Map<String, List<String>> read(Language language) {
    String name = "/languages/%s.txt".formatted(language.code());
    Map<String, List<String>> read = new LinkedHashMap<>();
    Map<String, List<String>> ordered = new LinkedHashMap<>();
    for (String line : lines(name)) {
      int colon = line.indexOf(':');
      read.put(line.substring(0, colon), List.of(line.substring(colon + 1).strip().split(",\\s*")));
    }
    MARKERS.forEach(key -> ordered.put(key, read.getOrDefault(key, List.of())));
    read.forEach(
        (key, entries) -> {
          if (!key.equals(STOP)) {
            ordered.putIfAbsent(key, entries);
          }
        });
    ordered.put(STOP, read.getOrDefault(STOP, List.of()));
    return ordered;
  }

  /** The lines of a resource, without comments. */
  static List<String> lines(String resource) {
    try (InputStream in = Vocabulary.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the resource %s is missing".formatted(resource));
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\\\n", "");
      return text.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The stems of words, joined by blanks. */
  private static String stem(String[] words, @Nullable SnowballStemmer stemmer) {
    List<String> stems = new ArrayList<>(words.length);
    for (String word : words) {
      stems.add(stem(word, stemmer));
    }
    return String.join(" ", stems);
  }

  /** The stem of a word in lower case. */
  static String stem(String word, @Nullable SnowballStemmer stemmer) {
    if (stemmer == null) {
      return word;
    }
    stemmer.setCurrent(word);
    stemmer.stem();
    return stemmer.getCurrent();
  }

  /** The key of an entry: a concept, stop word, negation or marker; null if it has none. */
  @Nullable String key(String entry) {
    return keyByEntry.get(entry);
  }

  /**
   * The key of one word: of the word itself, or of an entry with the same stem. Of an English word
   * only inflections count, since its stem is also that of derived words: "product" is not
   * "production".
   */
  @Nullable String keyOfWord(String word, String stem) {
    String key = keyByEntry.get(word);
    if (key != null) {
      return key;
    }
    if (language != Language.ENGLISH) {
      return keyByEntry.get(stem);
    }
    for (String entry : wordsByStem.getOrDefault(stem, List.of())) {
      if (EnglishInflections.isInflection(word, entry)) {
        return keyByEntry.get(entry);
      }
    }
    return null;
  }

  /** The stem of a word in lower case. */
  String stem(String word) {
    return stem(word, language.newStemmer());
  }

  /** Maximum number of words of an entry that begins with a stem; at least 1. */
  int maxWords(String stem) {
    return maxWordsByFirst.getOrDefault(stem, 1);
  }

  /** Whether a word in lower case has no content. */
  boolean isStopWord(String word) {
    return stopWords.contains(word);
  }

  /** A word without its longest ending. */
  String withoutEnding(String word) {
    for (String ending : endings) {
      if (word.endsWith(ending)) {
        return word.substring(0, word.length() - ending.length());
      }
    }
    return word;
  }

  /** Receives entries found in a text. */
  @FunctionalInterface
  interface Taker {
    /** Receives an entry's place and key. */
    void take(int start, int end, String key);
  }

  /** Finds entries within runs of letters, overlapping ones included. */
  void eachInRuns(String lowerCase, Taker found) {
    AhoCorasickDoubleArrayTrie.IHit<String> hit = found::take;
    entriesInRuns.parseText(lowerCase, hit);
  }
}
