package dev.eddyline.detect;

import dev.eddyline.schema.BagOfWords;
import java.nio.ByteBuffer;

/**
 * The words of a text, each as often as it occurs, sketched into 32 bytes: enough to tell how many
 * words two texts do not share.
 *
 * <p>Each occurrence of a word adds or takes 1 at one of 32 counters, both chosen by its hash. What
 * two texts share cancels out between them, so the sum of the squared differences of their counters
 * is, on average, the number of words that they do not share. Its standard deviation is a quarter
 * of that. The order of the words makes no difference.
 *
 * @param count how many words there are, at least 0
 * @param counters the counters, a byte each; empty where they were left out
 */
public record WordBag(int count, ByteBuffer counters) {

  private static final int COUNTERS = 32;

  /** Characters that a word takes, about. */
  private static final int CHARS_PER_WORD = 8;

  /** What FNV-1a begins with, and what it multiplies by. */
  private static final long BASIS = 0xcbf29ce484222325L;

  private static final long PRIME = 0x100000001b3L;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

  public WordBag {
    if (count < 0 || counters.hasRemaining() && counters.remaining() != COUNTERS) {
      throw new IllegalArgumentException(
          "count must be ≥ 0 and counters be 0 or 32 bytes, was %d and %d"
              .formatted(count, counters.remaining()));
    }
  }

  /** The words of a text: runs of letters, digits and underscores, and single ideographs. */
  static WordBag of(String text) {
    return of(text, Room.holding(text), (start, end) -> {});
  }

  /**
   * The words of a text.
   *
   * @param chars its characters, and perhaps others behind them
   * @param plain is shown each run of ASCII's letters, digits and underscores: to find these takes
   *     as long as all else
   */
  static WordBag of(String text, char[] chars, Words.Taker plain) {
    byte[] counters = new byte[COUNTERS];
    int length = text.length();
    Occurrences seen = Occurrences.of(length / CHARS_PER_WORD);
    int count = 0;
    int at = 0;
    while (at < length) {
      int from = at;
      long hash = BASIS;
      while (at < length && ScannedText.isOf(chars[at], ScannedText.WORD)) {
        hash = (hash ^ chars[at++]) * PRIME;
      }
      if (at > from) {
        plain.take(from, at);
      }
      if (at < length && chars[at] >= 128) {
        int end = endOfWord(text, from);
        showPlain(text, at, end, plain);
        at = end;
        hash = hash(text, from, end);
      }
      if (at == from) {
        at += chars[at] < 128 ? 1 : Character.charCount(text.codePointAt(at));
        continue;
      }
      long occurrence = mixed(hash);
      occurrence = mixed(occurrence + seen.next(occurrence));
      counters[(int) (occurrence & (COUNTERS - 1))] += (byte) (occurrence < 0 ? -1 : 1);
      count++;
    }
    return new WordBag(count, ByteBuffer.wrap(counters));
  }

  /** The sketch as it is kept. */
  static WordBag of(BagOfWords kept) {
    return new WordBag(kept.getCount(), KeptCounters.read(kept.getCounters(), COUNTERS));
  }

  /** The sketch to be kept. */
  BagOfWords kept() {
    return new BagOfWords(count, KeptCounters.of(counters));
  }

  /** The same number of words without the counters: it is like none. */
  WordBag withoutCounters() {
    return new WordBag(count, NONE);
  }

  /**
   * About which share of their words two texts have in common, 0 to 1: twice the shared words, over
   * the words of both. 0 where the counters were left out.
   */
  double ratio(WordBag other) {
    int words = count + other.count;
    if (!counters.hasRemaining() || !other.counters.hasRemaining() || words == 0) {
      return 0;
    }
    int apart = Math.max(Math.abs(count - other.count), distance(other));
    return Math.max(0, 1 - (double) apart / words);
  }

  private int distance(WordBag other) {
    int distance = 0;
    for (int place = 0; place < COUNTERS; place++) {
      byte one = counters.get(counters.position() + place);
      byte difference = (byte) (one - other.counters.get(other.counters.position() + place));
      distance += difference * difference;
    }
    return distance;
  }

  /** Shows the plain runs in a word, behind the first. */
  private static void showPlain(String text, int from, int to, Words.Taker plain) {
    int begin = from;
    for (int at = from; at <= to; at++) {
      if (at == to || !ScannedText.isOf(text.charAt(at), ScannedText.WORD)) {
        if (at > begin) {
          plain.take(begin, at);
        }
        begin = at + 1;
      }
    }
  }

  private static int endOfWord(String text, int from) {
    int end = from;
    while (end < text.length()) {
      char sign = text.charAt(end);
      if (sign < 128) {
        if (!ScannedText.isOf(sign, ScannedText.WORD)) {
          return end;
        }
        end++;
        continue;
      }
      int character = text.codePointAt(end);
      if (Character.isIdeographic(character)) {
        return end == from ? end + Character.charCount(character) : end;
      }
      if (!Character.isLetterOrDigit(character) && character != '_') {
        return end;
      }
      end += Character.charCount(character);
    }
    return end;
  }

  /** FNV-1a over the characters. */
  private static long hash(String text, int from, int end) {
    long hash = BASIS;
    for (int at = from; at < end; at++) {
      hash = (hash ^ text.charAt(at)) * PRIME;
    }
    return hash;
  }

  /** The end of MurmurHash3: every bit depends on every other. */
  private static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }
}
