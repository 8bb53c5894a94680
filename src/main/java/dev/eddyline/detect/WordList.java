package dev.eddyline.detect;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Distinct words for comparison in their stored form: sorted by key, each after a length byte whose
 * highest bit marks a name. Forms of one word have equal keys, so that two lists can be compared in
 * one pass.
 */
public final class WordList {

  /** Minimum letters of a word prefix that matches the word, such as auth or config. */
  private static final int STEM = 4;

  /** Marks a name: a number, an identifier, a proper name, a negation. */
  static final int NAME = 0x80;

  /** The bits of a word's length. */
  static final int LENGTH = 0x7f;

  private final byte[] packed;
  private final int[] starts;
  private final int[] keys;
  private final boolean whole;

  /**
   * Words packed by a collector.
   *
   * @param starts start of each word, after its length byte
   * @param keys their keys, ascending
   * @param whole whether these are all words of the text
   */
  WordList(byte[] packed, int[] starts, int[] keys, boolean whole) {
    this.packed = packed;
    this.starts = starts;
    this.keys = keys;
    this.whole = whole;
  }

  /**
   * Decodes stored words.
   *
   * @param whole whether these are all words of the text
   */
  static WordList of(ByteBuffer kept, boolean whole) {
    byte[] packed = new byte[kept.remaining()];
    kept.duplicate().get(packed);
    int count = 0;
    for (int at = 0; at < packed.length; at += 1 + (packed[at] & LENGTH)) {
      count++;
    }
    int[] starts = new int[count];
    int[] keys = new int[count];
    int at = 0;
    for (int word = 0; word < count; word++) {
      starts[word] = at + 1;
      at += 1 + (packed[at] & LENGTH);
      keys[word] = key(packed, starts[word]);
    }
    return new WordList(packed, starts, keys, whole);
  }

  /** The stored form. */
  ByteBuffer kept() {
    return ByteBuffer.wrap(packed);
  }

  /** Whether these are all words of the text. */
  boolean whole() {
    return whole;
  }

  /** Number of words. */
  int size() {
    return keys.length;
  }

  /** The words, in lower case. */
  public List<String> words() {
    List<String> words = new ArrayList<>(size());
    for (int word = 0; word < size(); word++) {
      words.add(text(word));
    }
    return words;
  }

  /** The words that identify something: numbers, identifiers, names, negations. */
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
   * The overlap of two lists, as far as both are complete.
   *
   * @param own number of words of this list
   * @param others number of words of the other
   * @param shared words of this list that the other has in any form
   * @param sharedByOther words of the other that this list has in any form
   * @param strange whether one has a name that the other does not have
   */
  record Overlap(int own, int others, int shared, int sharedByOther, boolean strange) {}

  /** Compares two lists. */
  Overlap with(WordList other) {
    int own = upTo(other.complete());
    int others = other.upTo(complete());
    int shared = 0;
    int sharedByOther = 0;
    boolean strange = false;
    int left = 0;
    int right = 0;
    while (left < own && right < others) {
      int key = keys[left];
      if (key != other.keys[right]) {
        strange |= key < other.keys[right] ? isName(left++) : other.isName(right++);
        continue;
      }
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
    strange = strange || isAnyName(left, own) || other.isAnyName(right, others);
    return new Overlap(own, others, shared, sharedByOther, strange);
  }

  private boolean isAnyName(int from, int to) {
    for (int word = from; word < to; word++) {
      if (isName(word)) {
        return true;
      }
    }
    return false;
  }

  private int endOf(int key, int from, int limit) {
    int end = from;
    while (end < limit && keys[end] == key) {
      end++;
    }
    return end;
  }

  /** The largest key up to which this list is complete. */
  private int complete() {
    return whole || keys.length == 0 ? Integer.MAX_VALUE : keys[keys.length - 1];
  }

  /** Number of words with a key up to this one. */
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
   * Whether two words are equal, or one is a prefix of the other; words with digits must be equal.
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
    return length < otherLength ? other.isForm(candidate, length) : isForm(word, otherLength);
  }

  /** Whether a prefix of this many bytes matches the word. */
  private boolean isForm(int word, int beginning) {
    int start = starts[word];
    for (int at = start; at < start + length(word); at++) {
      if (packed[at] < 0) {
        String text = text(word);
        return text(start, beginning).length() >= STEM
            && text.codePoints().noneMatch(Character::isDigit);
      }
      if (packed[at] >= '0' && packed[at] <= '9') {
        return false;
      }
    }
    return beginning >= STEM;
  }

  private int length(int word) {
    return packed[starts[word] - 1] & LENGTH;
  }

  private boolean isName(int word) {
    return (packed[starts[word] - 1] & NAME) != 0;
  }

  private String text(int word) {
    return text(starts[word], length(word));
  }

  private String text(int start, int bytes) {
    return new String(packed, start, bytes, StandardCharsets.UTF_8);
  }

  /**
   * The key of the packed word at an index: equal for forms of one word, evenly distributed, stable
   * across releases.
   */
  static int key(byte[] packed, int start) {
    int length = packed[start - 1] & LENGTH;
    int end = start + Math.min(STEM, length);
    int hash = 0;
    for (int at = start; at < end; at++) {
      if (packed[at] < 0) {
        String text = new String(packed, start, length, StandardCharsets.UTF_8);
        return scattered(text.substring(0, Math.min(STEM, text.length())).hashCode());
      }
      hash = 31 * hash + packed[at];
    }
    return scattered(hash);
  }

  private static int scattered(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x85ebca6b;
    return mixed ^ mixed >>> 13;
  }
}
