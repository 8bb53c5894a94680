package dev.eddyline.detect.similarity;

import dev.eddyline.language.Terms;
import dev.eddyline.text.Text;
import dev.eddyline.text.Words;
import java.util.HashSet;
import java.util.Set;

/**
 * Selects the distinct content words of a request. Of many words it takes a sample; forms of one
 * word are sampled together.
 */
public final class ContentWords {

  /** Maximum words. */
  public static final int MAX = 64;

  private ContentWords() {}

  /**
   * The content words of a text.
   *
   * @param redacted the redacted text: of words that are not in it only hashes are stored
   */
  public static WordList of(Text text, String redacted) {
    boolean isShown = text.source().equals(redacted);
    return WordList.of(
        Terms.of(text, isShown ? null : plainWords(Terms.normalized(Text.of(redacted)))), MAX);
  }

  private static Set<String> plainWords(Text text) {
    Set<String> words = new HashSet<>();
    Words.each(text, (start, end) -> words.add(Words.plain(text.source().substring(start, end))));
    return words;
  }
}
