package dev.eddyline.detect;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Selects the distinct content words of a request. Of many words it takes a sample; forms of one
 * word are sampled together.
 */
final class ContentWords implements Words.Taker {

  /** Maximum words. */
  static final int MAX = 64;

  /** Maximum characters of a word. */
  static final int MAX_WORD = 40;

  /** Words without content, such as "please" or "again". */
  private static final ShortWords STOP_WORDS =
      new ShortWords(
          "a an the this that these those it its i im me my we us our you your he she his her they"
              + " them their is are was were be been being am do does did done doing can could"
              + " will would shall should may might must of to in on at by for from with into"
              + " as and or but if so than then also just too very here there what which who"
              + " whose when where how why has have had having let lets please kindly again once"
              + " more another anew still yet now soon asap urgently ok okay hi hello hey thanks"
              + " thank need needs want like id ill youd");

  private static final ShortWords NEGATIONS =
      new ShortWords("not no never without except dont doesnt cannot cant");

  private static final Pattern CAMEL = Pattern.compile("(?<=\\p{Ll})(?=\\p{Lu})");

  private final String text;

  /** The words that may be stored unhashed; null for all. */
  private final @Nullable Set<String> wordsStoredUnhashed;

  private final WordCollector words = WordCollector.empty();

  private ContentWords(String text, @Nullable Set<String> shown) {
    this.text = text;
    this.wordsStoredUnhashed = shown;
  }

  /**
   * The content words of a text.
   *
   * @param redacted the redacted text: of words that are not in it only hashes are stored
   */
  static WordList of(String text, String redacted) {
    ContentWords content =
        new ContentWords(text, text.equals(redacted) ? null : plainWordsOf(redacted));
    Words.each(text, content);
    return content.words.list(MAX);
  }

  private static Set<String> plainWordsOf(String text) {
    Set<String> words = new HashSet<>();
    Words.each(text, (start, end) -> words.add(Words.plain(text.substring(start, end))));
    return words;
  }

  @Override
  public void take(int start, int end) {
    if (wordsStoredUnhashed == null && isSimple(start, end)) {
      words.put(text, start, end);
      take(Names.isName(text, start, end), end - start == 1);
      return;
    }
    String raw = text.substring(start, end);
    if (wordsStoredUnhashed != null) {
      String plainWord = Words.plain(raw);
      if (!wordsStoredUnhashed.contains(plainWord)) {
        words.add("#" + Long.toHexString(Hash.of(plainWord)), true);
        return;
      }
    }
    boolean name = Names.isName(text, start, end);
    for (String piece : CAMEL.split(raw)) {
      String plain = Truncation.truncate(Words.plain(piece), MAX_WORD);
      if (!plain.isEmpty()) {
        words.put(plain);
        take(name, plain.length() == 1);
      }
    }
  }

  /** Whether a word has only ASCII letters and digits, at most the first in upper case. */
  private boolean isSimple(int start, int end) {
    for (int at = start; at < end; at++) {
      char letter = text.charAt(at);
      if (!Words.isPlain(letter) || at > start && letter >= 'A' && letter <= 'Z') {
        return false;
      }
    }
    return end - start <= MAX_WORD;
  }

  /**
   * Stores the word that was put last unless it is a stop word; single letters used as names are
   * stored.
   */
  private void take(boolean name, boolean single) {
    if (name && single || !words.isOneOf(STOP_WORDS)) {
      words.take(name || words.isOneOf(NEGATIONS));
    }
  }
}
