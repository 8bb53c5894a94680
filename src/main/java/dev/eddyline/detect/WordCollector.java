package dev.eddyline.detect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Collects distinct words for a {@link WordList}, in its packed form. Creates no string for an
 * ASCII word.
 */
final class WordCollector {

  private static final int WORDS = 64;
  private static final int CHARS_PER_WORD = 8;

  /** Maximum size for insertion sort. */
  private static final int FEW = 16;

  /** Random hash seed against chosen collisions. */
  private static final int SALT = new SplittableRandom().nextInt();

  /** Larger tables are not reused. */
  private static final int MOST_KEPT = 1 << 12;

  private static final ThreadLocal<WordCollector> KEPT =
      ThreadLocal.withInitial(WordCollector::new);

  /** The packed words, followed by the one being added. */
  private byte[] packed = new byte[WORDS * CHARS_PER_WORD];

  private int length;

  /** Start of each word, after its length byte. */
  private int[] starts = new int[WORDS];

  private int count;

  /** Open-addressing hash table of word numbers, from 1. */
  private int[] places = new int[4 * WORDS];

  /** An empty collector. A thread may use only one at a time. */
  static WordCollector empty() {
    WordCollector kept = KEPT.get();
    if (kept.places.length > MOST_KEPT) {
      kept = new WordCollector();
      KEPT.set(kept);
    }
    Arrays.fill(kept.places, 0);
    kept.length = 0;
    kept.count = 0;
    return kept;
  }

  /** Adds a lower-case word of at most 40 characters; once a name, it stays a name. */
  void add(String word, boolean name) {
    if (word.length() > ContentWords.MAX_WORD) {
      throw new IllegalArgumentException(
          "a word must be at most %d characters, was %d"
              .formatted(ContentWords.MAX_WORD, word.length()));
    }
    put(word);
    take(name);
  }

  /** Appends a word tentatively; {@link #take} adds it. */
  void put(String word) {
    byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
    room(utf8.length);
    System.arraycopy(utf8, 0, packed, length + 1, utf8.length);
    packed[length] = (byte) utf8.length;
  }

  /**
   * The same for ASCII letters and digits, converted to lower case.
   *
   * @param from start in the text
   * @param to end in the text, at most 40 characters later
   */
  void put(String text, int from, int to) {
    room(to - from);
    int end = length;
    packed[end++] = (byte) (to - from);
    for (int at = from; at < to; at++) {
      char letter = text.charAt(at);
      packed[end++] = (byte) (letter >= 'A' && letter <= 'Z' ? letter + 32 : letter);
    }
  }

  /** Whether the word that was put last is in this set. */
  boolean isOneOf(ShortWords words) {
    return words.has(packed, length + 1, length + 1 + packed[length]);
  }

  /** Adds the word that was put last, unless it is present. */
  void take(boolean name) {
    int start = length + 1;
    int end = start + packed[length];
    int place = place(start, end);
    if (places[place] == 0) {
      if (count == starts.length) {
        starts = Arrays.copyOf(starts, 2 * count);
      }
      starts[count++] = start;
      places[place] = count;
      length = end;
      if (count > places.length / 2) {
        grow();
      }
    } else {
      start = starts[places[place] - 1];
    }
    if (name) {
      packed[start - 1] |= (byte) WordList.NAME;
    }
  }

  private void room(int more) {
    if (length + 1 + more > packed.length) {
      packed = Arrays.copyOf(packed, 2 * packed.length + more);
    }
  }

  private void grow() {
    places = new int[2 * places.length];
    for (int word = 0; word < count; word++) {
      places[place(starts[word], end(word))] = word + 1;
    }
  }

  /** The slot of the word between two indices, or the free slot for it. */
  private int place(int from, int to) {
    int hash = SALT;
    for (int at = from; at < to; at++) {
      hash = (hash ^ packed[at]) * 0x01000193;
    }
    int place = (hash ^ hash >>> 15) & places.length - 1;
    while (places[place] != 0 && !isAt(starts[places[place] - 1], from, to)) {
      place = place + 1 & places.length - 1;
    }
    return place;
  }

  private boolean isAt(int start, int from, int to) {
    int size = packed[start - 1] & WordList.LENGTH;
    return size == to - from && Arrays.equals(packed, start, start + size, packed, from, to);
  }

  private int end(int word) {
    return starts[word] + (packed[starts[word] - 1] & WordList.LENGTH);
  }

  /** The words in the order of their keys; at most {@code most}, those with the smallest keys. */
  WordList list(int most) {
    long[] order = new long[count]; // key and word number
    for (int word = 0; word < count; word++) {
      order[word] = (long) WordList.key(packed, starts[word]) << Integer.SIZE | word;
    }
    Arrays.sort(order);
    int kept = kept(order, most);
    sortEqualKeys(order);
    int bytes = 0;
    for (int place = 0; place < kept; place++) {
      bytes += 1 + end((int) order[place]) - starts[(int) order[place]];
    }
    byte[] list = new byte[bytes];
    int[] keys = new int[kept];
    int[] places = new int[kept];
    int at = 0;
    for (int place = 0; place < kept; place++) {
      int start = starts[(int) order[place]];
      int size = end((int) order[place]) - start;
      System.arraycopy(packed, start - 1, list, at, 1 + size);
      keys[place] = (int) (order[place] >> Integer.SIZE);
      places[place] = at + 1;
      at += 1 + size;
    }
    return new WordList(list, places, keys, kept == count);
  }

  /** Number of words to return: words of one key are not split, if possible. */
  private static int kept(long[] order, int most) {
    int kept = Math.min(most, order.length);
    if (kept == order.length) {
      return kept;
    }
    while (kept > 0 && isSameKey(order[kept], order[kept - 1])) {
      kept--;
    }
    return kept == 0 ? most : kept;
  }

  private static boolean isSameKey(long one, long other) {
    return one >> Integer.SIZE == other >> Integer.SIZE;
  }

  /** Sorts words of equal keys by text. */
  private void sortEqualKeys(long[] order) {
    int from = 0;
    for (int to = 1; to <= order.length; to++) {
      if (to == order.length || !isSameKey(order[from], order[to])) {
        if (to - from > 1) {
          sortByText(order, from, to);
        }
        from = to;
      }
    }
  }

  private void sortByText(long[] order, int from, int to) {
    if (to - from > FEW) {
      long[] sorted =
          Arrays.stream(order, from, to)
              .boxed()
              .sorted(this::compare)
              .mapToLong(Long::longValue)
              .toArray();
      System.arraycopy(sorted, 0, order, from, sorted.length);
      return;
    }
    for (int next = from + 1; next < to; next++) {
      long word = order[next];
      int place = next;
      while (place > from && compare(order[place - 1], word) > 0) {
        order[place] = order[place - 1];
        place--;
      }
      order[place] = word;
    }
  }

  /** Compares two words by text; ASCII words by bytes. */
  private int compare(long one, long other) {
    int left = starts[(int) one];
    int right = starts[(int) other];
    int leftEnd = end((int) one);
    int rightEnd = end((int) other);
    int differ = Arrays.mismatch(packed, left, leftEnd, packed, right, rightEnd);
    if (differ < 0) {
      return 0;
    }
    boolean ends = left + differ == leftEnd || right + differ == rightEnd;
    if (ends) {
      return leftEnd - left - (rightEnd - right);
    }
    byte sign = packed[left + differ];
    byte otherSign = packed[right + differ];
    return sign >= 0 && otherSign >= 0 ? sign - otherSign : text(one).compareTo(text(other));
  }

  private String text(long ordered) {
    int word = (int) ordered;
    return new String(packed, starts[word], end(word) - starts[word], StandardCharsets.UTF_8);
  }
}
