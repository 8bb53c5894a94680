package dev.eddyline.text;

import com.ibm.icu.text.BreakIterator;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * The words of a text: runs of letters and digits, which apostrophes may join. A script without
 * spaces is split by Unicode's rules and dictionaries.
 */
public final class Words {

  /** Receives the words of a text in order. */
  @FunctionalInterface
  public interface Taker {
    /** Receives the word between two indices of the text. */
    void take(int start, int end);
  }

  private Words() {}

  /** Receives words with the token of each; -1 for one that is not exactly a token. */
  @FunctionalInterface
  private interface Found {
    void word(int token, int start, int end);
  }

  /** Shows all words of a text, by their indices in its source. */
  public static void each(Text text, Taker words) {
    find(text, 0, text.count(), (token, start, end) -> words.take(start, end));
  }

  /** The hashes of the words of the tokens between two indices, regardless of case. */
  static void hashes(Text text, int from, int to, IntConsumer words) {
    TokenHashes hashes = text.hashes();
    find(
        text,
        from,
        to,
        (token, start, end) ->
            words.accept(token < 0 ? hashes.word(start, end) : hashes.word(token)));
  }

  private static void find(Text text, int from, int to, Found words) {
    int token = from;
    while (token < to) {
      int end = token + 1;
      if (Tags.isWord(text.tag(token))) {
        end = end(text, end, to);
        words.word(end == token + 1 ? token : -1, text.start(token), text.end(end - 1));
      } else {
        split(text, token, words);
      }
      token = end;
    }
  }

  /** The token behind a word that may go on at a token. */
  private static int end(Text text, int token, int to) {
    int end = token;
    while (end < to) {
      char tag = text.tag(end);
      boolean joins = (tag == '\'' || tag == Tags.OTHER) && end + 1 < to && isJoint(text, end);
      if (!joins && !Tags.isWord(tag)) {
        return end;
      }
      end += joins ? 2 : 1;
    }
    return end;
  }

  /** Whether a token is an apostrophe before a letter. */
  private static boolean isJoint(Text text, int token) {
    char sign = text.chars()[text.start(token)];
    return (sign == '\'' || sign == '’') && isLetter(text, token + 1);
  }

  private static boolean isLetter(Text text, int token) {
    return Tags.isWord(text.tag(token)) && Character.isLetter(text.chars()[text.start(token)]);
  }

  private static void split(Text text, int token, Found words) {
    if (text.tag(token) == Tags.UNSPACED) {
      segment(text, token, words);
    } else if (text.tag(token) == Tags.JOINED) {
      int start = text.start(token);
      for (int at = start; at <= text.end(token); at++) {
        if (at == text.end(token) || text.chars()[at] == '_') {
          if (at > start) {
            words.word(-1, start, at);
          }
          start = at + 1;
        }
      }
    }
  }

  private static void segment(Text text, int token, Found words) {
    int start = text.start(token);
    BreakIterator boundaries = BreakIterator.getWordInstance(Locale.ROOT);
    boundaries.setText(new String(text.chars(), start, text.end(token) - start));
    int from = boundaries.first();
    for (int to = boundaries.next(); to != BreakIterator.DONE; to = boundaries.next()) {
      words.word(-1, start + from, start + to);
      from = to;
    }
  }

  /** A word in lower case, without apostrophes. */
  public static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace("'", "").replace("’", "");
  }
}
