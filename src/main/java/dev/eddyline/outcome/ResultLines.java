package dev.eddyline.outcome;

import dev.eddyline.text.Facts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.TestCounts;
import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.Words;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** Hashes by which lines of results are compared, without what moves from call to call. */
final class ResultLines {

  /** Lines of a result that are compared. */
  private static final int MAX_LINES = 400;

  /** Words of a statement that are compared. */
  private static final int MAX_WORDS = 40;

  /** Characters of arguments whose words are operands. */
  private static final int MAX_ARGUMENTS = 2_000;

  private static final Pattern SIZE =
      Pattern.compile(
          "(?i)\\b\\d+(?:[.,]\\d+)? ?(?:[kmgt]i?b|bytes?|tokens?|chars?|characters?|ms|s|secs?|seconds?)(?![a-z])");

  private static final Pattern MOVING =
      Pattern.compile("\\d+|[0-9a-f]{6,}|\\p{L}{1,3}[-_]?\\d+|\\p{IsLatin}");

  private ResultLines() {}

  /**
   * A hash of each line, volatile parts and sizes masked; of a very long result one of the rest.
   */
  static List<Long> hashes(OpenedResult result) {
    return result.lines().stream().limit(MAX_LINES).map(line -> masked(line).maskedHash()).toList();
  }

  /**
   * A hash of the statement of a failure without its operands: words of the arguments and numbers.
   * Counts of tests and errors stay. Empty if the statement is.
   */
  static OptionalLong errorHash(String statement, String arguments) {
    Set<String> operands = words(Truncation.truncate(arguments, MAX_ARGUMENTS));
    Text text = masked(statement);
    String plain = text.maskedWithLines();
    StringBuilder kept = new StringBuilder();
    int[] count = {0};
    Words.each(
        Text.of(plain),
        (start, end) -> {
          String word = Words.plain(plain.substring(start, end));
          boolean moves = operands.contains(word) || MOVING.matcher(word).matches();
          if (!moves && count[0]++ < MAX_WORDS) {
            kept.append(word).append(' ');
          }
        });
    if (statement.isBlank()) {
      return OptionalLong.empty();
    }
    String words = kept.isEmpty() ? plain : kept.toString();
    return OptionalLong.of(Hash.of(words, Facts.text(text, TestCounts.in(text))));
  }

  private static Text masked(String line) {
    return Text.of(SIZE.matcher(line).replaceAll("<size>"));
  }

  /** The words of a text, in lower case. */
  static Set<String> words(String text) {
    Set<String> words = new HashSet<>();
    String split = Words.splitIdentifiers(text);
    for (String form : List.of(text, split)) {
      Words.each(Text.of(form), (start, end) -> words.add(Words.plain(form.substring(start, end))));
    }
    return words;
  }
}
