package dev.eddyline.meaning.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The WordPiece tokenizer of an uncased BERT model: splits words and punctuation, and unknown words
 * into their longest known prefixes.
 */
final class WordPieces {

  private static final int LONGEST_WORD = 100;
  private static final String INNER = "##";

  private final Map<String, Integer> numbers;
  private final int maxPieces;

  private WordPieces(Map<String, Integer> numbers, int maxPieces) {
    this.numbers = numbers;
    this.maxPieces = maxPieces;
  }

  /**
   * Reads the vocabulary of a tokenizer file of the tokenizers library.
   *
   * @throws IllegalArgumentException if it is of another type
   */
  static WordPieces of(JsonNode tokenizer) {
    JsonNode model = tokenizer.path("model");
    if (!model.path("type").asText().equals("WordPiece") || !model.path("vocab").isObject()) {
      throw new IllegalArgumentException("the tokenizer must be of type WordPiece");
    }
    Map<String, Integer> numbers = new HashMap<>();
    model
        .get("vocab")
        .properties()
        .forEach(piece -> numbers.put(piece.getKey(), piece.getValue().asInt()));
    int maxPieces = tokenizer.path("truncation").path("max_length").asInt();
    for (String needed : List.of("[CLS]", "[SEP]", "[UNK]")) {
      Objects.requireNonNull(numbers.get(needed), "the tokenizer's vocabulary must have " + needed);
    }
    if (maxPieces < 3) {
      throw new IllegalArgumentException("truncation.max_length must be ≥ 3, was " + maxPieces);
    }
    return new WordPieces(numbers, maxPieces);
  }

  /** The token ids of a text, with start and end token; a long text is truncated. */
  long[] of(String text) {
    long[] pieces = new long[maxPieces];
    pieces[0] = numbers.get("[CLS]");
    int count = 1;
    for (String word : words(text)) {
      for (int piece : pieces(word)) {
        if (count == maxPieces - 1) {
          break;
        }
        pieces[count++] = piece;
      }
    }
    pieces[count++] = numbers.get("[SEP]");
    return Arrays.copyOf(pieces, count);
  }

  /** The share of letters in words that the vocabulary has whole, 0 to 1; 1 without words. */
  double knownShare(String text) {
    int all = 0;
    int known = 0;
    for (String word : words(text)) {
      if (word.length() > 1 && word.chars().allMatch(Character::isLetter)) {
        all += word.length();
        known += numbers.containsKey(word) ? word.length() : 0;
      }
    }
    return all == 0 ? 1 : (double) known / all;
  }

  private List<Integer> pieces(String word) {
    List<Integer> pieces = new ArrayList<>(2);
    int start = 0;
    while (start < word.length()) {
      int end = word.length();
      Integer known = null;
      while (end > start && known == null) {
        String piece = word.substring(start, end);
        known = numbers.get(start == 0 ? piece : INNER + piece);
        end = known == null ? word.offsetByCodePoints(end, -1) : end;
      }
      if (known == null || word.length() > LONGEST_WORD) {
        return List.of(numbers.get("[UNK]"));
      }
      pieces.add(known);
      start = end;
    }
    return pieces;
  }

  /** The words of a text in lower case without accents; each punctuation mark is a word. */
  private List<String> words(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFD).toLowerCase(Locale.ROOT);
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    plain.codePoints().forEach(point -> addCodePoint(point, word, words));
    addWordAndClearBuffer(word, words);
    // words beyond the last piece that fits are not needed
    return words.size() > maxPieces ? words.subList(0, maxPieces) : words;
  }

  private static void addCodePoint(int point, StringBuilder word, List<String> words) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || isIgnoredCodePoint(point, type)) {
      return;
    }
    boolean alone = isPunctuation(point, type) || Character.isIdeographic(point);
    if (alone || Character.isWhitespace(point) || Character.isSpaceChar(point)) {
      addWordAndClearBuffer(word, words);
    }
    if (alone) {
      words.add(Character.toString(point));
    } else if (!Character.isWhitespace(point) && !Character.isSpaceChar(point)) {
      word.appendCodePoint(point);
    }
  }

  private static void addWordAndClearBuffer(StringBuilder word, List<String> words) {
    if (!word.isEmpty()) {
      words.add(word.toString());
      word.setLength(0);
    }
  }

  private static boolean isIgnoredCodePoint(int point, int type) {
    boolean control =
        type == Character.CONTROL
            || type == Character.FORMAT
            || type == Character.PRIVATE_USE
            || type == Character.SURROGATE;
    return point == 0xfffd || control && point != '\t' && point != '\n' && point != '\r';
  }

  /** Any ASCII character that is neither letter, digit nor space counts as punctuation. */
  private static boolean isPunctuation(int point, int type) {
    if (point < 128) {
      return point > ' ' && !Character.isLetterOrDigit(point);
    }
    return type == Character.CONNECTOR_PUNCTUATION
        || type == Character.DASH_PUNCTUATION
        || type == Character.START_PUNCTUATION
        || type == Character.END_PUNCTUATION
        || type == Character.INITIAL_QUOTE_PUNCTUATION
        || type == Character.FINAL_QUOTE_PUNCTUATION
        || type == Character.OTHER_PUNCTUATION;
  }
}
