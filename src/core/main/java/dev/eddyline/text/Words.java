package dev.eddyline.text;

import com.ibm.icu.text.BreakIterator;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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

  private final Text text;

  /** The hashes of its tokens, if they are known already. */
  private final @Nullable TokenHashes known;

  /** Receives the words; if null, they are hashed. */
  private final @Nullable Taker taker;

  private int[] hashes = {};
  private int count;

  private Words(Text text, @Nullable Taker taker) {
    this.text = text;
    this.taker = taker;
    known = text.knownHashes();
  }

  /** Shows all words of a text, by their indices in its source. */
  public static void each(Text text, Taker words) {
    new Words(text, words).find(0, text.count());
  }

  /** Shows the words of a text outside its volatile parts, by their indices in its source. */
  public static void eachFixed(Text text, Taker words) {
    new Stretches(text, false).each(new Words(text, words)::find, part -> {});
  }

  /** The hashes of a text's words regardless of case. */
  static int[] hashes(Text text) {
    Words words = new Words(text, null);
    words.find(0, text.count());
    return Arrays.copyOf(words.hashes, words.count);
  }

  /**
   * The hashes of a text's words regardless of case; each volatile part is one word that all parts
   * of its class share.
   */
  static int[] maskedHashes(Text text) {
    Words words = new Words(text, null);
    new Stretches(text, false).each(words::find, part -> words.add((int) part.maskHash()));
    return Arrays.copyOf(words.hashes, words.count);
  }

  /** Finds the words of the tokens between two indices. */
  private void find(int from, int to) {
    int token = from;
    while (token < to) {
      char tag = text.tag(token);
      int end = token + 1;
      if (Tags.isWord(tag)) {
        end = end(end, to);
        if (known != null && taker == null && end == token + 1) {
          add(known.word(token));
        } else {
          add(text.start(token), text.end(end - 1));
        }
      } else if (tag == Tags.UNSPACED) {
        segment(token);
      } else if (tag == Tags.JOINED) {
        split(token);
      }
      token = end;
    }
  }

  private void add(int start, int end) {
    if (taker == null) {
      add(TokenHashes.word(text.chars(), start, end));
    } else {
      taker.take(start, end);
    }
  }

  private void add(int hash) {
    if (count == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.max(text.count() / 2 + 1, 2 * count));
    }
    hashes[count++] = hash;
  }

  /** The token behind a word that may go on at a token. */
  private int end(int token, int to) {
    int end = token;
    while (end < to) {
      char tag = text.tag(end);
      boolean joins = (tag == '\'' || tag == Tags.OTHER) && end + 1 < to && isJoint(end);
      if (!joins && !Tags.isWord(tag)) {
        return end;
      }
      end += joins ? 2 : 1;
    }
    return end;
  }

  /** Whether a token is an apostrophe before a letter. */
  private boolean isJoint(int token) {
    char sign = text.chars()[text.start(token)];
    return (sign == '\'' || sign == '’') && isLetter(token + 1);
  }

  private boolean isLetter(int token) {
    return Tags.isWord(text.tag(token)) && Character.isLetter(text.chars()[text.start(token)]);
  }

  private void split(int token) {
    int start = text.start(token);
    for (int at = start; at <= text.end(token); at++) {
      if (at == text.end(token) || text.chars()[at] == '_') {
        if (at > start) {
          add(start, at);
        }
        start = at + 1;
      }
    }
  }

  private void segment(int token) {
    int start = text.start(token);
    BreakIterator boundaries = BreakIterator.getWordInstance(Locale.ROOT);
    boundaries.setText(new String(text.chars(), start, text.end(token) - start));
    int from = boundaries.first();
    for (int to = boundaries.next(); to != BreakIterator.DONE; to = boundaries.next()) {
      add(start + from, start + to);
      from = to;
    }
  }

  /** The text with a blank between the words of an identifier such as {@code refreshToken}. */
  public static String splitIdentifiers(String text) {
    StringBuilder split = null;
    int from = 0;
    for (int at = 1; at < text.length(); at++) {
      if (Character.isUpperCase(text.charAt(at))
          && Character.getType(text.charAt(at - 1)) == Character.LOWERCASE_LETTER) {
        split = split == null ? new StringBuilder(text.length() + 8) : split;
        split.append(text, from, at).append(' ');
        from = at;
      }
    }
    return split == null ? text : split.append(text, from, text.length()).toString();
  }

  /** Whether a text has a digit from 0 to 9. */
  public static boolean hasAsciiDigit(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (isDigit(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a character is a digit from 0 to 9. */
  static boolean isDigit(char sign) {
    return sign >= '0' && sign <= '9';
  }

  /** The number of words of a text that the whitespace of ASCII separates; signs are words. */
  public static int countSeparated(String text) {
    int count = 0;
    boolean isWithin = false;
    for (int at = 0; at < text.length(); at++) {
      char sign = text.charAt(at);
      boolean isSpace = sign == ' ' || sign >= '\t' && sign <= '\r';
      count += !isSpace && !isWithin ? 1 : 0;
      isWithin = !isSpace;
    }
    return count;
  }

  /**
   * The hash of a word of a text in its {@link #plain} form.
   *
   * @param start index of its first character
   * @param end index behind its last
   */
  public static long plainHash(Text text, int start, int end) {
    char[] chars = text.chars();
    byte[] plain = new byte[end - start];
    int length = 0;
    for (int at = start; at < end; at++) {
      if (chars[at] >= 128) {
        return Hash.of(plain(new String(chars, start, end - start)));
      }
      if (chars[at] != '\'') {
        plain[length++] = (byte) TokenHashes.lower(chars[at]);
      }
    }
    return Hash.of(plain, length);
  }

  /** A word in lower case, without apostrophes. */
  public static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace("'", "").replace("’", "");
  }
}
