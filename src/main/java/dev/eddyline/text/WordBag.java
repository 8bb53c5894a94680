package dev.eddyline.text;

import dev.eddyline.schema.BagOfWords;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.regex.Pattern;

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

  /** The start of a web address. */
  private static final Pattern WEB = Pattern.compile("(?i)\\bhttps?://(?:www\\.)?");

  private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

  public WordBag {
    if (count < 0 || counters.hasRemaining() && counters.remaining() != COUNTERS) {
      throw new IllegalArgumentException(
          "count must be ≥ 0 and counters be 0 or 32 bytes, was %d and %d"
              .formatted(count, counters.remaining()));
    }
  }

  /** The words of a text, volatile parts included. */
  public static WordBag of(Text text) {
    return of(Words.hashes(text));
  }

  /**
   * The words of a text that names an object: an identifier is split into its words, and the start
   * of a web address is left out, since the same page has several.
   */
  public static WordBag ofPieces(String text) {
    String plain = text.contains("://") ? WEB.matcher(text).replaceAll("") : text;
    return of(Text.of(Words.splitIdentifiers(plain)));
  }

  /** The words of a text, each volatile part one word that all parts of its class share. */
  public static WordBag ofMasked(Text text) {
    return of(Words.maskedHashes(text));
  }

  private static WordBag of(int[] words) {
    Arrays.sort(words);
    byte[] counters = new byte[COUNTERS];
    int times = 0;
    for (int word = 0; word < words.length; word++) {
      times = word > 0 && words[word] == words[word - 1] ? times + 1 : 1;
      long occurrence = TokenHashes.mixed((long) words[word] << Integer.SIZE | times);
      counters[(int) (occurrence & (COUNTERS - 1))] += (byte) (occurrence < 0 ? -1 : 1);
    }
    return new WordBag(words.length, ByteBuffer.wrap(counters));
  }

  /** Decodes a stored sketch. */
  public static WordBag of(BagOfWords kept) {
    return new WordBag(kept.getCount(), KeptCounters.read(kept.getCounters(), COUNTERS));
  }

  /** The stored form. */
  public BagOfWords kept() {
    return new BagOfWords(count, KeptCounters.of(counters));
  }

  /** A copy without counters, which is similar to nothing. */
  public WordBag withoutCounters() {
    return new WordBag(count, NONE);
  }

  /**
   * The estimated share of common words, 0 to 1: twice the shared words divided by the words of
   * both. 0 without counters.
   */
  public double ratio(WordBag other) {
    int words = count + other.count;
    if (!counters.hasRemaining() || !other.counters.hasRemaining() || words == 0) {
      return 0;
    }
    int apart = Math.max(Math.abs(count - other.count), distance(other));
    return Math.max(0, 1 - (double) apart / words);
  }

  /** Whether one has all words of the other: a spelling of the same name, judged by words. */
  public boolean namesSameObject(WordBag other) {
    return counters.hasRemaining()
        && other.counters.hasRemaining()
        && distance(other) <= Math.abs(count - other.count);
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
}
