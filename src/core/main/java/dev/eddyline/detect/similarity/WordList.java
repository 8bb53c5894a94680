package dev.eddyline.detect.similarity;

import dev.eddyline.language.Names;
import dev.eddyline.language.TermForm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Distinct words for comparison, sorted by key. Forms of one word have equal keys, so that two
 * lists can be compared in one pass.
 */
public final class WordList {

  /** Minimum letters of a word prefix that matches the word, such as auth or config. */
  private static final int STEM = 4;

  /** Share of words without content from which two texts have a common frame. */
  private static final double SAME_FRAME = 0.9;

  /** The bit of a stored length that marks a name; the others are the length. */
  private static final int NAME = 0x80;

  private static final Comparator<Word> ORDER =
      Comparator.comparingInt(Word::key).thenComparing(Word::text);

  private final List<Word> words;
  private final boolean whole;

  /** The words without content, a bit each. */
  private final long frame;

  private final boolean isEnglish;

  /**
   * A word.
   *
   * @param text the word in lower case
   * @param name whether it identifies something: a number, an identifier, a name, a negation
   * @param key equal for forms of one word, evenly distributed, stable across releases
   * @param isQualifier whether it is not content of its own
   */
  private record Word(String text, boolean name, int key, boolean isQualifier) {

    Word(String text, boolean name) {
      this(text, name, keyOf(text), TermForm.isQualifier(text));
    }

    private static int keyOf(String text) {
      int hash = 0;
      for (int at = 0; at < Math.min(STEM, text.length()); at++) {
        hash = 31 * hash + text.charAt(at);
      }
      int mixed = (hash ^ hash >>> 16) * 0x85ebca6b;
      return mixed ^ mixed >>> 13;
    }

    /** Whether one is the other or begins it; words with digits must be equal. */
    boolean isFormOf(Word other, boolean abbreviated) {
      return text.equals(other.text) || abbreviated && (begins(other) || other.begins(this));
    }

    private boolean begins(Word longer) {
      return text.length() >= STEM
          && longer.text.startsWith(text)
          && !Names.hasDigit(longer.text, 0, longer.text.length());
    }
  }

  private WordList(List<Word> words, boolean whole) {
    this.words = List.copyOf(words);
    this.whole = whole;
    boolean hasFrame = false;
    boolean isOfEnglish = false;
    long bits = 0;
    for (Word word : words) {
      if (TermForm.isFrame(word.text())) {
        hasFrame = true;
        isOfEnglish |= TermForm.isOfEnglish(word.text());
        bits |= TermForm.frame(word.text());
      }
    }
    frame = bits;
    isEnglish = isOfEnglish || !hasFrame;
  }

  /**
   * A list of words.
   *
   * @param nameByWord words in lower case with at most 127 bytes in UTF-8, and whether each is a
   *     name
   * @param most maximum number of words; of more, those with the smallest keys are taken, and forms
   *     of one word together if possible
   */
  static WordList of(Map<String, Boolean> nameByWord, int most) {
    List<Word> words = new ArrayList<>(nameByWord.size());
    nameByWord.forEach((text, name) -> words.add(new Word(text, name)));
    words.sort(ORDER);
    int kept = Math.min(most, words.size());
    while (kept > 0 && kept < words.size() && words.get(kept).key() == words.get(kept - 1).key()) {
      kept--;
    }
    kept = kept == 0 ? Math.min(most, words.size()) : kept;
    return new WordList(words.subList(0, kept), kept == words.size());
  }

  /**
   * Decodes stored words.
   *
   * @param whole whether these are all words of the text
   */
  public static WordList of(ByteBuffer kept, boolean whole) {
    ByteBuffer in = kept.duplicate();
    List<Word> words = new ArrayList<>();
    while (in.hasRemaining()) {
      int head = in.get() & 0xff;
      byte[] utf8 = new byte[head & ~NAME];
      in.get(utf8);
      words.add(new Word(new String(utf8, StandardCharsets.UTF_8), (head & NAME) != 0));
    }
    return new WordList(words, whole);
  }

  /** The stored form: each word after its length in bytes. */
  public ByteBuffer kept() {
    List<byte[]> all =
        words.stream().map(it -> it.text().getBytes(StandardCharsets.UTF_8)).toList();
    ByteBuffer kept = ByteBuffer.allocate(all.stream().mapToInt(it -> it.length + 1).sum());
    for (int word = 0; word < all.size(); word++) {
      byte[] utf8 = all.get(word);
      kept.put((byte) (utf8.length | (words.get(word).name() ? NAME : 0))).put(utf8);
    }
    return kept.flip();
  }

  /** Whether these are all words of the text. */
  public boolean whole() {
    return whole;
  }

  /** Number of words. */
  int size() {
    return words.size();
  }

  /** The words, in lower case. */
  public List<String> words() {
    return words.stream().map(Word::text).toList();
  }

  /** The words that identify something: numbers, identifiers, names, negations. */
  public List<String> names() {
    return words.stream().filter(Word::name).map(Word::text).toList();
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
  public record Overlap(int own, int others, int shared, int sharedByOther, boolean strange) {

    /** The shared words by all words, 0 to 1. */
    public double share() {
      int size = own + others;
      int both = Math.min(shared, sharedByOther);
      return size == 0 ? 0 : (double) both / (size - both);
    }

    /** Number of words in whose place the other has different ones. */
    public int replaced() {
      return Math.min(own - shared, others - sharedByOther);
    }
  }

  /** Whether the words without content are the same: only other words fill the same frame. */
  public boolean hasFrameOf(WordList other) {
    return frame == other.frame;
  }

  /** Whether nearly all words without content of one are those of the other too. */
  public boolean sharesFrameWith(WordList other) {
    int fewest = Math.min(Long.bitCount(frame), Long.bitCount(other.frame));
    return Long.bitCount(frame & other.frame) >= SAME_FRAME * fewest;
  }

  /** Whether the text is in English, or its language is not known. */
  public boolean isEnglish() {
    return isEnglish;
  }

  /** Compares two lists. */
  public Overlap with(WordList other) {
    List<Word> own = upTo(other.complete());
    List<Word> others = other.upTo(complete());
    boolean abbreviated = isEnglish && other.isEnglish;
    Missing missing = missing(own, others, abbreviated);
    Missing missingHere = missing(others, own, abbreviated);
    int size = contentCount(own);
    int otherSize = contentCount(others);
    return new Overlap(
        size,
        otherSize,
        size - missing.count(),
        otherSize - missingHere.count(),
        missing.hasName() || missingHere.hasName());
  }

  private static int contentCount(List<Word> words) {
    int count = 0;
    for (Word word : words) {
      count += word.isQualifier() ? 0 : 1;
    }
    return count;
  }

  /** How many words others have no form of, and whether one of them is a name. */
  private record Missing(int count, boolean hasName) {}

  /** The words of which others have no form; both sorted. */
  private static Missing missing(List<Word> words, List<Word> others, boolean abbreviated) {
    int missing = 0;
    boolean hasName = false;
    int first = 0;
    for (Word word : words) {
      if (word.isQualifier()) {
        continue;
      }
      while (first < others.size() && others.get(first).key() < word.key()) {
        first++;
      }
      int at = first;
      while (at < others.size()
          && others.get(at).key() == word.key()
          && !others.get(at).isFormOf(word, abbreviated)) {
        at++;
      }
      if (at == others.size() || others.get(at).key() != word.key()) {
        missing++;
        hasName |= word.name();
      }
    }
    return new Missing(missing, hasName);
  }

  /** The largest key up to which this list is complete. */
  private int complete() {
    return whole || words.isEmpty() ? Integer.MAX_VALUE : words.get(words.size() - 1).key();
  }

  /** The words with a key up to this one. */
  private List<Word> upTo(int key) {
    int end = words.size();
    while (end > 0 && words.get(end - 1).key() > key) {
      end--;
    }
    return words.subList(0, end);
  }
}
