package dev.eddyline.detect;

import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Picks the words that tell what a request is about, each once; of many a fair sample: words that
 * may be forms of one another are picked or left out together.
 */
final class ContentWords implements Words.Taker {

  /** Words that are kept. */
  static final int MAX = 64;

  /** Longest word that is kept whole, in characters. */
  static final int MAX_WORD = 40;

  /**
   * What says how something is asked, not what; to ask again, please or soon is to ask the same.
   */
  private static final ShortWords EMPTY_WORDS =
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

  /** The words that may be kept as they are; null for all. */
  private final @Nullable Set<String> shown;

  private final WordCollector words = WordCollector.empty();

  private ContentWords(String text, @Nullable Set<String> shown) {
    this.text = text;
    this.shown = shown;
  }

  /**
   * The content words of a text.
   *
   * @param redacted the text as it may be kept: of words that are not in it only hashes are kept
   */
  static WordList of(String text, String redacted) {
    ContentWords content = new ContentWords(text, text.equals(redacted) ? null : plain(redacted));
    Words.each(text, content);
    return content.words.list(MAX);
  }

  private static Set<String> plain(String text) {
    Set<String> words = new HashSet<>();
    Words.each(text, (start, end) -> words.add(Words.plain(text.substring(start, end))));
    return words;
  }

  @Override
  public void take(int start, int end) {
    if (shown == null && isSimple(start, end)) {
      words.put(text, start, end);
      take(Names.isName(text, start, end), end - start == 1);
      return;
    }
    String raw = text.substring(start, end);
    if (shown != null) {
      String told = Words.plain(raw);
      if (!shown.contains(told)) {
        words.add("#" + Long.toHexString(Hash.of(told)), true);
        return;
      }
    }
    boolean name = Names.isName(text, start, end);
    for (String piece : CAMEL.split(raw)) {
      String plain = Cut.at(Words.plain(piece), MAX_WORD);
      if (!plain.isEmpty()) {
        words.put(plain);
        take(name, plain.length() == 1);
      }
    }
  }

  /**
   * Whether a word is no more than letters and digits of ASCII, the first of them large at most.
   */
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
   * Keeps the word that was put last unless it says nothing; a single letter that stands as a name
   * does.
   */
  private void take(boolean name, boolean single) {
    if (name && single || !words.isOneOf(EMPTY_WORDS)) {
      words.take(name || words.isOneOf(NEGATIONS));
    }
  }
}
