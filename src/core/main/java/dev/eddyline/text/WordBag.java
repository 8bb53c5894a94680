package dev.eddyline.text;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A sketch of a text's words with their frequencies in 32 bytes, to estimate how many words two
 * texts do not share.
 *
 * <p>Each occurrence of a word adds or subtracts 1 at one of 32 counters; its hash selects counter
 * and sign. Shared words cancel out, so the sum of squared differences is on average the number of
 * words not shared, with a standard deviation of a quarter. The order of words is ignored.
 *
 * <p>A stored sketch is unpacked when it is first compared. Not thread-safe.
 */
public final class WordBag {

  private static final int COUNTERS = 32;

  /** The start of a web address. */
  private static final Pattern WEB = Pattern.compile("(?i)\\bhttps?://(?:www\\.)?");

  private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final int count;
  private @Nullable ByteBuffer counters;
  private @Nullable ByteBuffer packed;

  private WordBag(int count, @Nullable ByteBuffer counters, @Nullable ByteBuffer packed) {
    if (count < 0) {
      throw new IllegalArgumentException("count must be ≥ 0, was " + count);
    }
    this.count = count;
    this.counters = counters;
    this.packed = packed;
  }

  /**
   * A sketch of so many words.
   *
   * @param count number of words, ≥ 0
   * @param counters the counters, a byte each; empty if omitted
   */
  public static WordBag of(int count, ByteBuffer counters) {
    if (counters.hasRemaining() && counters.remaining() != COUNTERS) {
      throw new IllegalArgumentException(
          "counters must be 0 or 32 bytes, were " + counters.remaining());
    }
    return new WordBag(count, counters, null);
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

  /** These words. */
  public static WordBag ofWords(Collection<String> words) {
    return of(words.stream().mapToInt(word -> (int) Hash.of(word)).toArray());
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
    return of(words.length, ByteBuffer.wrap(counters));
  }

  /**
   * A stored sketch.
   *
   * @param packed its counters, as {@link #packed} returns them
   */
  public static WordBag ofPacked(int count, ByteBuffer packed) {
    return new WordBag(count, null, packed);
  }

  /** The counters in fewer bytes. */
  public ByteBuffer packed() {
    if (packed == null) {
      packed = KeptCounters.of(counters());
    }
    return packed;
  }

  /** Number of words. */
  public int count() {
    return count;
  }

  private ByteBuffer counters() {
    if (counters == null) {
      counters = KeptCounters.read(Objects.requireNonNull(packed), COUNTERS);
    }
    return counters;
  }

  /** A copy without counters, which is similar to nothing. */
  public WordBag withoutCounters() {
    return new WordBag(count, NONE, NONE);
  }

  /**
   * The estimated share of common words, 0 to 1: twice the shared words divided by the words of
   * both. 0 without counters.
   */
  public double ratio(WordBag other) {
    int words = count + other.count;
    if (!hasCounters() || !other.hasCounters() || words == 0) {
      return 0;
    }
    int apart = Math.max(Math.abs(count - other.count), distance(other));
    return Math.max(0, 1 - (double) apart / words);
  }

  /** Whether one has all words of the other: a spelling of the same name, judged by words. */
  public boolean namesSameObject(WordBag other) {
    return hasCounters() && other.hasCounters() && distance(other) <= Math.abs(count - other.count);
  }

  private boolean hasCounters() {
    return (packed == null ? counters() : packed).hasRemaining();
  }

  private int distance(WordBag other) {
    ByteBuffer mine = counters();
    ByteBuffer theirs = other.counters();
    int distance = 0;
    for (int place = 0; place < COUNTERS; place++) {
      byte one = mine.get(mine.position() + place);
      byte difference = (byte) (one - theirs.get(theirs.position() + place));
      distance += difference * difference;
    }
    return distance;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WordBag bag && count == bag.count && counters().equals(bag.counters());
  }

  @Override
  public int hashCode() {
    return 31 * count + counters().hashCode();
  }

  @Override
  public String toString() {
    return count + " words";
  }
}
