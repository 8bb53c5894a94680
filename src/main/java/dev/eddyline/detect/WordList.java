package dev.eddyline.detect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Words that are compared, packed as they are kept: in the order of their keys, each behind a byte
 * of its length whose highest bit marks a name. Words that may be forms of one another have the
 * same key, so that two lists are compared side by side.
 */
public final class WordList {

  /** Letters from which on a word's beginning stands for the word: auth, config. */
  private static final int STEM = 4;

  /** Marks a name: a number, an identifier, a name proper, a negation. */
  private static final int NAME = 0x80;

  private static final int LENGTH = 0x7f;

  /**
   * A word.
   *
   * @param key equal for words that may be forms of one another; scattered, and stable over
   *     releases
   * @param text in small letters, at most 40 characters
   * @param name whether it singles something out
   */
  record Word(int key, String text, boolean name) {

    static final Comparator<Word> ORDER =
        Comparator.comparingInt(Word::key).thenComparing(Word::text);

    static Word of(String text, boolean name) {
      if (text.length() > ContentWords.MAX_WORD) {
        throw new IllegalArgumentException(
            "a word must be at most %d characters, was %d"
                .formatted(ContentWords.MAX_WORD, text.length()));
      }
      return new Word(WordList.key(text), text, name);
    }
  }

  private final byte[] packed;
  private final int[] starts;
  private final int[] keys;
  private final boolean whole;

  private WordList(byte[] packed, boolean whole) {
    this.packed = packed;
    this.whole = whole;
    int count = 0;
    for (int at = 0; at < packed.length; at += 1 + (packed[at] & LENGTH)) {
      count++;
    }
    starts = new int[count];
    keys = new int[count];
    int at = 0;
    for (int word = 0; word < count; word++) {
      starts[word] = at + 1;
      at += 1 + (packed[at] & LENGTH);
      keys[word] = key(word);
    }
  }

  /** These words; of more than so many a sample of those with the smallest keys. */
  static WordList of(List<Word> words, int most) {
    List<Word> sorted = new ArrayList<>(words);
    sorted.sort(Word.ORDER);
    int end = sorted.size();
    if (end > most) {
      end = most;
      while (end > 0 && sorted.get(end).key() == sorted.get(end - 1).key()) {
        end--;
      }
      end = end == 0 ? most : end;
    }
    ByteBuffer packed = ByteBuffer.allocate(end * (LENGTH + 1));
    for (Word word : sorted.subList(0, end)) {
      byte[] bytes = word.text().getBytes(StandardCharsets.UTF_8);
      packed.put((byte) (bytes.length | (word.name() ? NAME : 0))).put(bytes);
    }
    return new WordList(Arrays.copyOf(packed.array(), packed.position()), end == words.size());
  }

  /**
   * The words as they were kept.
   *
   * @param whole whether these are all
   */
  static WordList of(ByteBuffer kept, boolean whole) {
    byte[] packed = new byte[kept.remaining()];
    kept.duplicate().get(packed);
    return new WordList(packed, whole);
  }

  /** The words as they are kept. */
  ByteBuffer kept() {
    return ByteBuffer.wrap(packed);
  }

  /** Whether these are all words of their text. */
  boolean whole() {
    return whole;
  }

  /** How many they are. */
  int size() {
    return keys.length;
  }

  /** The words, in small letters. */
  public List<String> words() {
    List<String> words = new ArrayList<>(size());
    for (int word = 0; word < size(); word++) {
      words.add(text(word));
    }
    return words;
  }

  /** Those of them that single something out: numbers, identifiers, names, negations. */
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int word = 0; word < size(); word++) {
      if (isName(word)) {
        names.add(text(word));
      }
    }
    return names;
  }

  /**
   * How two lists have to do with one another, as far as both are complete.
   *
   * @param own words of the one
   * @param others words of the other
   * @param shared words of the one that the other has too, in any form
   * @param sharedByOther words of the other that the one has too
   * @param strange whether one names what the other does not speak of
   */
  record Overlap(int own, int others, int shared, int sharedByOther, boolean strange) {}

  /** How these words have to do with others. */
  Overlap with(WordList other) {
    int own = upTo(other.complete());
    int others = other.upTo(complete());
    int shared = 0;
    int sharedByOther = 0;
    boolean strange = false;
    int left = 0;
    int right = 0;
    while (left < own || right < others) {
      boolean leftOnly = right == others || left < own && keys[left] < other.keys[right];
      int key = leftOnly ? keys[left] : other.keys[right];
      int leftEnd = endOf(key, left, own);
      int rightEnd = other.endOf(key, right, others);
      for (int word = left; word < leftEnd; word++) {
        boolean found = isIn(word, other, right, rightEnd);
        shared += found ? 1 : 0;
        strange |= !found && isName(word);
      }
      for (int word = right; word < rightEnd; word++) {
        boolean found = other.isIn(word, this, left, leftEnd);
        sharedByOther += found ? 1 : 0;
        strange |= !found && other.isName(word);
      }
      left = leftEnd;
      right = rightEnd;
    }
    return new Overlap(own, others, shared, sharedByOther, strange);
  }

  private int endOf(int key, int from, int limit) {
    int end = from;
    while (end < limit && keys[end] == key) {
      end++;
    }
    return end;
  }

  /** The largest key up to which this holds every word of its text. */
  private int complete() {
    return whole || keys.length == 0 ? Integer.MAX_VALUE : keys[keys.length - 1];
  }

  /** How many of the words a sample complete up to that key would hold. */
  private int upTo(int key) {
    int end = keys.length;
    while (end > 0 && keys[end - 1] > key) {
      end--;
    }
    return end;
  }

  private boolean isIn(int word, WordList other, int from, int to) {
    for (int candidate = from; candidate < to; candidate++) {
      if (areForms(word, other, candidate)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether two words are the same, or one is the beginning of the other: letters only, since
   * digits are told apart.
   */
  private boolean areForms(int word, WordList other, int candidate) {
    int length = length(word);
    int otherLength = other.length(candidate);
    int shorter = Math.min(length, otherLength);
    int start = starts[word];
    int otherStart = other.starts[candidate];
    if (!Arrays.equals(
        packed, start, start + shorter, other.packed, otherStart, otherStart + shorter)) {
      return false;
    }
    if (length == otherLength) {
      return true;
    }
    String less = length < otherLength ? text(word) : other.text(candidate);
    String more = length < otherLength ? other.text(candidate) : text(word);
    return less.length() >= STEM && more.codePoints().noneMatch(Character::isDigit);
  }

  private int length(int word) {
    return packed[starts[word] - 1] & LENGTH;
  }

  private boolean isName(int word) {
    return (packed[starts[word] - 1] & NAME) != 0;
  }

  private String text(int word) {
    return new String(packed, starts[word], length(word), StandardCharsets.UTF_8);
  }

  private int key(int word) {
    int start = starts[word];
    int end = start + Math.min(STEM, length(word));
    int hash = 0;
    for (int at = start; at < end; at++) {
      if (packed[at] < 0) {
        return key(text(word));
      }
      hash = 31 * hash + packed[at];
    }
    return scattered(hash);
  }

  private static int key(String text) {
    return scattered(text.substring(0, Math.min(STEM, text.length())).hashCode());
  }

  private static int scattered(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x85ebca6b;
    return mixed ^ mixed >>> 13;
  }
}
