package dev.eddyline.detect;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Collects words for a {@link WordList}, each once, packed as the list keeps them. No text is made
 * of a word of ASCII: a request has a hundred of them.
 */
final class WordCollector {

  private static final int WORDS = 64;
  private static final int CHARS_PER_WORD = 8;

  /** So many are put in order one by one. */
  private static final int FEW = 16;

  /** Begins every hash: nobody can choose words beforehand that all have the same. */
  private static final int SALT = new SplittableRandom().nextInt();

  /** Larger places are not kept for the next text. */
  private static final int MOST_KEPT = 1 << 12;

  private static final ThreadLocal<WordCollector> KEPT =
      ThreadLocal.withInitial(WordCollector::new);

  /** The words one behind the other, as a list keeps them, and the one that is being added. */
  private byte[] packed = new byte[WORDS * CHARS_PER_WORD];

  private int length;

  /** Where each word begins, behind the byte of its length. */
  private int[] starts = new int[WORDS];

  private int count;

  /** Numbers of the words from 1, each at the place of its hash or behind it. */
  private int[] places = new int[4 * WORDS];

  /** One without words: until its list is made, the same thread may not ask for another. */
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

  /** Adds a word in small letters, at most 40 characters; a name once is a name for good. */
  void add(String word, boolean name) {
    if (word.length() > ContentWords.MAX_WORD) {
      throw new IllegalArgumentException(
          "a word must be at most %d characters, was %d"
              .formatted(ContentWords.MAX_WORD, word.length()));
    }
    put(word);
    take(name);
  }

  /** Puts a word behind the others, for {@link #take} to keep it. */
  void put(String word) {
    byte[] utf8 = word.getBytes(StandardCharsets.UTF_8);
    room(utf8.length);
    System.arraycopy(utf8, 0, packed, length + 1, utf8.length);
    packed[length] = (byte) utf8.length;
  }

  /**
   * Does the same with letters and digits of ASCII, which become small.
   *
   * @param from where they begin in a text
   * @param to where they end, at most 40 characters on
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

  /** Whether the word that was put last is one of these. */
  boolean isOneOf(ShortWords words) {
    return words.has(packed, length + 1, length + 1 + packed[length]);
  }

  /** Keeps the word that was put last, unless it was there already. */
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

  /** Where the word between two indices is, or is to be. */
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

  /** The words in the order of their keys; of more than so many those with the smallest keys. */
  WordList list(int most) {
    long[] order = new long[count]; // a key, and the number of its word
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

  /** How many words are kept: those of one key all, or none of them where others are kept. */
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

  /** Brings words of one key in the order of their letters. */
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

  /** The order of two words' letters: where these are ASCII's, that of their bytes. */
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
