package dev.eddyline.outcome;

import dev.eddyline.text.Facts;
import dev.eddyline.text.Hash;
import dev.eddyline.text.Sizes;
import dev.eddyline.text.TestCounts;
import dev.eddyline.text.Text;
import dev.eddyline.text.Truncation;
import dev.eddyline.text.Words;
import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hashes by which lines of results are compared, without what moves from call to call. */
final class ResultLines {

  /** Lines of a result that are compared. */
  private static final int MAX_LINES = 400;

  /** Characters of a failed call's result that may say how far it came. */
  private static final int MAX_FAILURE = 2_000;

  /** Words of a statement that explains something. */
  private static final int EXPLANATION_WORDS = 5;

  /** Words of a statement that are compared. */
  private static final int MAX_WORDS = 40;

  /**
   * How far something came: a percentage, a part of a whole, or a number with such a name. Their
   * first signs are looked for before the border of a word, which takes longer.
   */
  private static final Pattern ADVANCE =
      Pattern.compile(
          "(?i)(?=[pc\\d])(?:\\b(?:progress|percent|complete)\\w*\\W{1,4}(?=\\d)|(?=\\d{1,7}(?:[.,]\\d{1,6})?(?: ?%| ?/ ?\\d| of \\d)))"
              + "(?<n>\\d{1,7}(?:[.,]\\d{1,6})?)");

  private static final Pattern MOVING =
      Pattern.compile(
          "\\d+|[0-9a-f]{6,}|(?=[a-f]*\\d)[0-9a-f]{4,}|\\p{L}{1,3}[-_]?\\d+|\\p{IsLatin}");

  /** A number of errors. Their first signs are looked for before the border of a word. */
  private static final Pattern COUNT =
      Pattern.compile(
          "(?i)(?=[fep\\d])(?:\\b\\d+ (?:\\p{L}+s )?(?:errors?|failed|failing|failures?|findings?|problems?|issues?|warnings?|violations?|conflicts?"
              + "|fehler|erreurs?|erros?|errores|błęd\\w*|ошиб\\w*)(?!\\p{L})|\\b(?:failed|errors?|failures?|problems?)\\W{1,3}\\d+\\b|\\d+ ?(?:件|个错误|個))");

  /** The number of an item in a list: hits in another order are the same hits. */
  private static final Pattern ITEM_NUMBER = Pattern.compile("\\d{1,4}[.)] +");

  private ResultLines() {}

  /**
   * A hash of each line without the number of an item, volatile parts and sizes masked; of a very
   * long result of its beginning.
   */
  static long[] hashes(List<String> lines) {
    return lines.stream()
        .limit(MAX_LINES)
        .mapToLong(line -> masked(withoutItemNumber(line)).maskedHash())
        .toArray();
  }

  private static String withoutItemNumber(String line) {
    Matcher number = ITEM_NUMBER.matcher(line);
    return number.lookingAt() ? line.substring(number.end()) : line;
  }

  /**
   * How far something came, by the result of the failure that ended it; 0 if it does not say it.
   */
  static int advance(String result) {
    Matcher measure = ADVANCE.matcher(Truncation.truncate(result, MAX_FAILURE));
    return measure.find()
        ? new BigDecimal(measure.group("n").replace(',', '.')).movePointRight(2).intValue()
        : 0;
  }

  /** The numbers of errors and the like in the result of a failed call, in its order. */
  private static String counts(String result) {
    Matcher count = COUNT.matcher(Truncation.truncate(result, MAX_FAILURE));
    StringBuilder counts = new StringBuilder();
    while (count.find()) {
      counts.append(count.group()).append(' ');
    }
    return counts.toString();
  }

  /** Whether a result has words, and all of them are operands of a call: it says them back. */
  static boolean hasOnly(CompactHashes operands, List<String> lines) {
    int[] own = {0};
    for (String line : lines.subList(0, Math.min(lines.size(), MAX_LINES))) {
      int[] others = {0};
      Text text = Text.of(line);
      Words.each(
          text,
          (start, end) -> {
            boolean isOwn = operands.contains(Words.plainHash(text, start, end));
            own[0] += isOwn ? 1 : 0;
            others[0] += isOwn ? 0 : 1;
          });
      if (others[0] > 0) {
        return false;
      }
    }
    return own[0] > 0;
  }

  /**
   * Whether a statement says the same whatever the call is about: it has none of the call's
   * operands, and explains something or names the tool by several words. A bare "not found" is
   * about what the call names.
   */
  static boolean isRegardless(String tool, CompactHashes operands, String statement) {
    boolean isName = NameWords.of(tool).all().size() > 1;
    String others = isName ? statement.replace(tool, " ") : statement;
    int[] words = {0};
    boolean[] hasOperand = {false};
    Text text = Text.of(others);
    Words.each(
        text,
        (start, end) -> {
          words[0] += Character.isLetter(text.source().charAt(start)) ? 1 : 0;
          hasOperand[0] |= operands.contains(Words.plainHash(text, start, end));
        });
    boolean namesTool = others.length() < statement.length();
    return !hasOperand[0] && (namesTool || words[0] >= EXPLANATION_WORDS);
  }

  /**
   * A hash of the statement of a failure without its operands: words of the arguments and numbers.
   * Counts of tests and errors stay. 0 if the statement is empty.
   */
  static long errorHash(String statement, String result, CompactHashes operands) {
    if (statement.isBlank()) {
      return 0;
    }
    Text text = masked(statement);
    String plain = text.maskedWithLines();
    StringBuilder kept = new StringBuilder();
    int[] count = {0};
    Words.each(
        Text.of(plain),
        (start, end) -> {
          String word = Words.plain(plain.substring(start, end));
          boolean moves = operands.contains(Hash.of(word)) || MOVING.matcher(word).matches();
          if (!moves && count[0]++ < MAX_WORDS) {
            kept.append(word).append(' ');
          }
        });
    String words = kept.isEmpty() ? plain : kept.toString();
    return Hash.of(words, Facts.text(text, TestCounts.in(text)), counts(result));
  }

  private static Text masked(String line) {
    return Text.of(Sizes.mask(line));
  }
}
