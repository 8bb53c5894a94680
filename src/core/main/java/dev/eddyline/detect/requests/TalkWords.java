package dev.eddyline.detect.requests;

import dev.eddyline.outcome.RecentHashes;
import dev.eddyline.text.Text;
import dev.eddyline.text.Words;
import java.util.HashSet;
import java.util.Set;

/**
 * The words of a text, compared with those that were said before.
 *
 * @param after the words said so far, with those of the text
 * @param isNew whether the text brings a new number, or many new words
 */
record TalkWords(RecentHashes after, boolean isNew) {

  /** Words of a text that are compared and remembered; of all texts, twice as many at most. */
  private static final int MAX_WORDS = 128;

  /** A text with a larger share of new words brings something new. */
  private static final double NEW_SHARE = 0.25;

  /** Compares the words of a text outside its volatile parts. */
  static TalkWords compare(Text text, RecentHashes before) {
    Set<Long> words = new HashSet<>();
    int[] unknown = {0};
    boolean[] hasNewNumber = {false};
    Words.eachFixed(
        text,
        (start, end) -> {
          if (words.size() == MAX_WORDS) {
            return;
          }
          long hash = Words.plainHash(text, start, end);
          if (words.add(hash) && !before.contains(hash)) {
            unknown[0]++;
            hasNewNumber[0] |= hasDigit(text.source(), start, end);
          }
        });
    return new TalkWords(
        before.with(words.stream().mapToLong(Long::longValue).toArray(), MAX_WORDS),
        hasNewNumber[0] || unknown[0] > NEW_SHARE * words.size());
  }

  private static boolean hasDigit(String text, int start, int end) {
    for (int at = start; at < end; at++) {
      if (Character.isDigit(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }
}
