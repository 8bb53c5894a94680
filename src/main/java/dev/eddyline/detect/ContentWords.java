package dev.eddyline.detect;

import dev.eddyline.text.Hash;
import dev.eddyline.text.Text;
import dev.eddyline.text.Words;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Selects the distinct content words of a request. Of many words it takes a sample; forms of one
 * word are sampled together.
 */
final class ContentWords {

  /** Maximum words. */
  static final int MAX = 64;

  /** Maximum characters of a word. */
  static final int MAX_WORD = 40;

  /** Words without content, such as "please" or "again". */
  private static final Set<String> STOP_WORDS =
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

  private final String text;

  /** The words, and whether each is a name; once a name, it stays a name. */
  private final Map<String, Boolean> words = new HashMap<>();

  private ContentWords(String text) {
    this.text = text;
  }

  /**
   * The content words of a text.
   *
   * @param redacted the redacted text: of words that are not in it only hashes are stored
   */
  static WordList of(Text text, String redacted) {
    ContentWords content = new ContentWords(text.source());
    if (text.source().equals(redacted)) {
      Words.each(text, content::add);
    } else {
      Set<String> shown = plainWords(Text.of(redacted));
      Words.each(text, (start, end) -> content.addIfShown(start, end, shown));
    }
    return WordList.of(content.words, MAX);
  }

  private static Set<String> plainWords(Text text) {
    Set<String> words = new HashSet<>();
    Words.each(text, (start, end) -> words.add(Words.plain(text.source().substring(start, end))));
    return words;
  }

  private void addIfShown(int start, int end, Set<String> shown) {
    String plain = Words.plain(text.substring(start, end));
    if (shown.contains(plain)) {
      add(start, end);
    } else {
      words.put("#" + Long.toHexString(Hash.of(plain)), true);
    }
  }

  private void add(int start, int end) {
    boolean name = Names.isName(text, start, end);
    String word = text.substring(start, end);
    for (String piece :
        Names.hasUpperWithin(text, start, end)
            ? Words.splitIdentifiers(word).split(" ")
            : new String[] {word}) {
      String plain = Truncation.truncate(Words.plain(piece), MAX_WORD);
      boolean letter = name && plain.length() == 1;
      if (!plain.isEmpty() && (letter || !STOP_WORDS.contains(plain))) {
        words.merge(plain, name || NEGATIONS.contains(plain), Boolean::logicalOr);
      }
    }
  }
}
