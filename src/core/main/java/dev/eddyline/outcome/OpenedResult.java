package dev.eddyline.outcome;

import dev.eddyline.text.Truncation;
import java.util.List;

/**
 * A result without its envelope.
 *
 * @param text what it says; a field of JSON is a line with its name and value
 * @param statementText the part of the text that may state something about the call: without the
 *     numbers of JSON and without the elements of its lists
 * @param lines the lines of the text, without blank ones
 * @param statements the beginnings of the lines that may state something: a line may be all of a
 *     file
 * @param saysFailed whether the envelope says that the call failed, for example by an exit code
 * @param saysEmpty whether it is a list without elements, or counts 0 of what was found
 * @param isUnreadable whether it is only an image
 */
record OpenedResult(
    String text,
    String statementText,
    List<String> lines,
    List<String> statements,
    boolean saysFailed,
    boolean saysEmpty,
    boolean isUnreadable) {

  /** Characters of a line that are searched for a statement. */
  private static final int MAX_STATEMENT = 500;

  /** A result that is a text. */
  static OpenedResult ofText(String text, boolean saysFailed) {
    return of(text, text, saysFailed, false, false);
  }

  /** A result. */
  static OpenedResult of(
      String text,
      String statementText,
      boolean saysFailed,
      boolean saysEmpty,
      boolean isUnreadable) {
    List<String> lines = linesOf(text);
    List<String> stating = statementText.equals(text) ? lines : linesOf(statementText);
    return new OpenedResult(
        text,
        statementText,
        lines,
        stating.stream().map(line -> Truncation.truncate(line, MAX_STATEMENT)).toList(),
        saysFailed,
        saysEmpty,
        isUnreadable);
  }

  private static List<String> linesOf(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
