package dev.eddyline.outcome;

import dev.eddyline.text.Truncation;
import java.util.List;

/**
 * A result without its envelope.
 *
 * @param text what it says; a field of JSON is a line with its name and value
 * @param statementText the part of the text that may state something about the call: without the
 *     numbers of JSON and without the elements of its lists
 * @param saysFailed whether the envelope says that the call failed, for example by an exit code
 * @param saysEmpty whether it is a list without elements, or counts 0 of what was found
 * @param isUnreadable whether it is only an image
 */
record OpenedResult(
    String text,
    String statementText,
    boolean saysFailed,
    boolean saysEmpty,
    boolean isUnreadable) {

  /** Characters of a line that are searched for a statement. */
  private static final int MAX_STATEMENT = 500;

  /** A result that is a text. */
  static OpenedResult ofText(String text, boolean saysFailed) {
    return new OpenedResult(text, text, saysFailed, false, false);
  }

  /** Its lines, without blank ones. */
  List<String> lines() {
    return linesOf(text);
  }

  /** The beginnings of the lines that may state something: a line may be all of a file. */
  List<String> statements() {
    return linesOf(statementText).stream()
        .map(line -> Truncation.truncate(line, MAX_STATEMENT))
        .toList();
  }

  private static List<String> linesOf(String text) {
    return text.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
  }
}
