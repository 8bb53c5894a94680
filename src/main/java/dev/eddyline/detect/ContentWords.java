package dev.eddyline.detect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Picks the words that tell what a request is about, each once; of many a fair sample: words that
 * may be forms of one another are picked or left out together.
 */
final class ContentWords {

  /** Words that are kept. */
  static final int MAX = 64;

  /** Longest word that is kept whole, in characters. */
  static final int MAX_WORD = 40;

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

  private ContentWords() {}

  /**
   * The content words of a text.
   *
   * @param redacted the text as it may be kept: of words that are not in it only hashes are kept
   */
  static WordList of(String text, String redacted) {
    Set<String> shown = text.equals(redacted) ? null : plain(redacted);
    Map<String, Boolean> names = new HashMap<>();
    Words.each(
        text,
        (start, end) -> {
          Words.Word word = new Words.Word(text.substring(start, end), start, end);
          add(word, text, shown, names);
        });
    List<WordList.Word> words = new ArrayList<>(names.size());
    names.forEach((word, name) -> words.add(WordList.Word.of(word, name)));
    return WordList.of(words, MAX);
  }

  private static Set<String> plain(String text) {
    Set<String> words = new HashSet<>();
    Words.each(text, (start, end) -> words.add(Words.plain(text.substring(start, end))));
    return words;
  }

  private static void add(
      Words.Word word, String text, Set<String> shown, Map<String, Boolean> names) {
    if (shown != null) {
      String told = word.plain();
      if (!shown.contains(told)) {
        names.put("#" + Long.toHexString(Hash.of(told)), true);
        return;
      }
    }
    boolean name = Names.isName(word, text);
    for (String piece : pieces(word.raw())) {
      String plain = Cut.at(Words.plain(piece), MAX_WORD);
      if (!isEmpty(plain, name)) {
        names.merge(plain, name || NEGATIONS.contains(plain), Boolean::logicalOr);
      }
    }
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
}
