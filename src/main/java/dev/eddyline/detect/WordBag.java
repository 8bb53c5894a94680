package dev.eddyline.detect;

import dev.eddyline.schema.BagOfWords;
import java.nio.ByteBuffer;

/**
 * A sketch of a text's words with their frequencies in 32 bytes, to estimate how many words two
 * texts do not share.
 *
 * <p>Each occurrence of a word adds or subtracts 1 at one of 32 counters; its hash selects counter
 * and sign. Shared words cancel out, so the sum of squared differences is on average the number of
 * words not shared, with a standard deviation of a quarter. The order of words is ignored.
 *
 * @param count number of words, ≥ 0
 * @param counters the counters, a byte each; empty if omitted
 */
public record WordBag(int count, ByteBuffer counters) {

  private static final int COUNTERS = 32;

  /** Approximate characters of a word. */
  private static final int CHARS_PER_WORD = 8;

  /** Offset basis and prime of FNV-1a. */
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
   * @param chars its characters, possibly followed by others
   * @param plain receives each run of ASCII letters, digits and underscores, in the same pass
   */
  static WordBag of(String text, char[] chars, Words.Taker plain) {
    byte[] counters = new byte[COUNTERS];
    int length = text.length();
    OccurrenceCounter seen = OccurrenceCounter.emptyCounterFor(length / CHARS_PER_WORD);
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
      occurrence = mixed(occurrence + seen.increment(occurrence));
      counters[(int) (occurrence & (COUNTERS - 1))] += (byte) (occurrence < 0 ? -1 : 1);
      count++;
    }
    return new WordBag(count, ByteBuffer.wrap(counters));
  }

  /** Decodes a stored sketch. */
  static WordBag of(BagOfWords kept) {
    return new WordBag(kept.getCount(), KeptCounters.read(kept.getCounters(), COUNTERS));
  }

  /** The stored form. */
  BagOfWords kept() {
    return new BagOfWords(count, KeptCounters.of(counters));
  }

  /** A copy without counters, which is similar to nothing. */
  WordBag withoutCounters() {
    return new WordBag(count, NONE);
  }

  /**
   * The estimated share of common words, 0 to 1: twice the shared words divided by the words of
   * both. 0 without counters.
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

  /** Reports the ASCII runs in a word after the first. */
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

  /** The finalizer of MurmurHash3. */
  private static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ mixed >>> 33;
  }
}
