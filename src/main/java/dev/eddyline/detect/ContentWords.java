package dev.eddyline.detect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The words that tell what a request is about, each once; of many a fair sample: words that may be
 * forms of one another are kept or left out together.
 *
 * @param words in small letters
 * @param names those of them that single something out: numbers, identifiers, names, negations
 * @param whole whether these are all
 */
public record ContentWords(Set<String> words, Set<String> names, boolean whole) {

  /** Words that are kept. */
  static final int MAX = 64;

  /** Longest word that is kept whole, in characters. */
  private static final int MAX_WORD = 40;

  /** Letters from which on a word's beginning stands for the word: auth, config. */
  private static final int STEM = 4;

  /**
   * What says how something is asked, not what; to ask again, please or soon is to ask the same.
   */
  private static final Set<String> EMPTY_WORDS =
      Set.of(
          ("a an the this that these those it its i im me my we us our you your he she his her they"
                  + " them their is are was were be been being am do does did done doing can could"
                  + " will would shall should may might must of to in on at by for from with into"
                  + " as and or but if so than then also just too very here there what which who"
                  + " whose when where how why has have had having let lets please kindly again once"
                  + " more another anew still yet now soon asap urgently ok okay hi hello hey thanks"
                  + " thank need needs want like id ill youd")
              .split(" "));

  private static final Set<String> NEGATIONS =
      Set.of("not", "no", "never", "without", "except", "dont", "doesnt", "cannot", "cant");

  private static final Pattern CAMEL = Pattern.compile("(?<=\\p{Ll})(?=\\p{Lu})");

  public ContentWords {
    words = Set.copyOf(words);
    names = Set.copyOf(names);
  }

  /**
   * The content words of a text.
   *
   * @param redacted the text as it may be kept: of words that are not in it only hashes are kept
   */
  static ContentWords of(String text, String redacted) {
    Set<String> shown = new HashSet<>();
    for (Words.Word word : Words.of(redacted)) {
      shown.add(word.plain());
    }
    Set<String> words = new LinkedHashSet<>();
    Set<String> names = new LinkedHashSet<>();
    for (Words.Word word : Words.of(text)) {
      String told = word.plain();
      if (!shown.contains(told)) {
        String secret = "#" + Long.toHexString(Hash.of(told));
        words.add(secret);
        names.add(secret);
        continue;
      }
      boolean name = Names.isName(word, text);
      for (String piece : pieces(word.raw())) {
        String plain = Cut.at(Words.plain(piece), MAX_WORD);
        if (!isEmpty(plain, name)) {
          words.add(plain);
          if (name || NEGATIONS.contains(plain)) {
            names.add(plain);
          }
        }
      }
    }
    return sample(words, names);
  }

  /** The parts of a word in camel case; a word of small letters is one. */
  private static String[] pieces(String raw) {
    for (int at = 1; at < raw.length(); at++) {
      char character = raw.charAt(at);
      if (character >= 'A' && character <= 'Z' || character >= 128) {
        return CAMEL.split(raw);
      }
    }
    return new String[] {raw};
  }

  /** A single letter that stands as a name is none of the words that say nothing. */
  private static boolean isEmpty(String word, boolean name) {
    return word.isEmpty() || EMPTY_WORDS.contains(word) && !(name && word.length() == 1);
  }

  private static ContentWords sample(Set<String> words, Set<String> names) {
    if (words.size() <= MAX) {
      return new ContentWords(words, names, true);
    }
    List<String> sorted = new ArrayList<>(words);
    sorted.sort(Comparator.comparingInt(ContentWords::key).thenComparing(word -> word));
    int end = MAX;
    while (end > 0 && key(sorted.get(end)) == key(sorted.get(end - 1))) {
      end--;
    }
    List<String> kept = sorted.subList(0, end == 0 ? MAX : end);
    return new ContentWords(
        Set.copyOf(kept), names.stream().filter(kept::contains).collect(Collectors.toSet()), false);
  }

  /** Equal for words that may be forms of one another; scattered, and stable over releases. */
  private static int key(String word) {
    int hash = word.substring(0, Math.min(STEM, word.length())).hashCode();
    int mixed = (hash ^ hash >>> 16) * 0x85ebca6b;
    return mixed ^ mixed >>> 13;
  }

  /** The largest key up to which this holds every word of its text. */
  int complete() {
    return whole
        ? Integer.MAX_VALUE
        : words.stream().mapToInt(ContentWords::key).max().orElse(Integer.MAX_VALUE);
  }

  /** Those of the words that a sample complete up to that key would hold. */
  ContentWords upTo(int key) {
    if (key == Integer.MAX_VALUE && whole) {
      return this;
    }
    int most = Math.min(key, complete());
    return new ContentWords(
        words.stream().filter(word -> key(word) <= most).collect(Collectors.toSet()),
        names.stream().filter(word -> key(word) <= most).collect(Collectors.toSet()),
        whole);
  }

  /** How many of these words the other has too, in any form. */
  int sharedWith(ContentWords other) {
    int shared = 0;
    for (String word : words) {
      shared += other.has(word) ? 1 : 0;
    }
    return shared;
  }

  /** Whether something is named here that the other does not speak of. */
  boolean namesWhatIsNotIn(ContentWords other) {
    for (String name : names) {
      if (!other.has(name)) {
        return true;
      }
    }
    return false;
  }

  private boolean has(String word) {
    if (words.contains(word)) {
      return true;
    }
    if (word.length() >= STEM) {
      for (String other : words) {
        if (areForms(word, other)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Whether one word is the beginning of the other: letters only, since digits are told apart. */
  private static boolean areForms(String one, String other) {
    boolean first = one.length() <= other.length();
    String shorter = first ? one : other;
    String longer = first ? other : one;
    return shorter.length() >= STEM && longer.startsWith(shorter) && !hasDigit(longer);
  }

  private static boolean hasDigit(String word) {
    for (int at = 0; at < word.length(); at++) {
      if (Character.isDigit(word.charAt(at))) {
        return true;
      }
    }
    return false;
  }
}
