package dev.eddyline.outcome;

import java.util.List;
import java.util.regex.Pattern;

/** Recognizes texts that say that something still runs, or that nothing was found. */
public final class ResultForms {

  /** Lines of a result that is one statement about the state of something. */
  private static final int STATEMENT_LINES = 4;

  private static final int STATEMENT_CHARS = 400;

  /** First lines that may have the state of the whole; later ones are of its parts. */
  private static final int HEAD_LINES = 3;

  /** Lines of a result that says that it found nothing. */
  private static final int NOTHING_LINES = 2;

  private static final Pattern ZERO = Pattern.compile("\\W{0,3}0 \\p{L}++\\W{0,3}");

  private ResultForms() {}

  /** Whether a message says that something still runs. */
  public static boolean saysRunning(String message) {
    return saysRunning(OpenedResult.ofText(message, false), true);
  }

  /**
   * Whether a result says that something still runs.
   *
   * @param isAct whether the call does something: then a word such as queued is an acknowledgement
   */
  static boolean saysRunning(OpenedResult result, boolean isAct) {
    List<String> lines = result.statements();
    boolean isStatement =
        lines.size() <= STATEMENT_LINES && result.text().length() <= STATEMENT_CHARS;
    boolean isUnfinished =
        isStatement && lines.stream().anyMatch(OutcomeWords.SHIPPED.unfinished()::areIn);
    if (isAct || isUnfinished) {
      return isUnfinished;
    }
    return isStatement && lines.stream().anyMatch(OutcomeWords.SHIPPED.running()::end)
        || lines.stream().limit(HEAD_LINES).anyMatch(ResultForms::isRunningState);
  }

  private static boolean isRunningState(String line) {
    int colon = line.indexOf(':');
    return colon > 0
        && OutcomeWords.SHIPPED.states().areAllOf(line.substring(0, colon))
        && OutcomeWords.SHIPPED.running().areAllOf(line.substring(colon + 1));
  }

  static boolean foundNothing(OpenedResult result) {
    List<String> lines = result.statements();
    return result.saysEmpty()
        || !lines.isEmpty()
            && result.lines().size() <= NOTHING_LINES
            && !OutcomeWords.SHIPPED.troubles().areIn(lines.get(0))
            && (OutcomeWords.SHIPPED.nothing().begin(lines.get(0))
                || OutcomeWords.SHIPPED.absences().areIn(lines.get(0))
                || lines.stream().anyMatch(ResultForms::isCountOfZero));
  }

  /** "0 hits" in any language, or a field such as "total: 0". */
  private static boolean isCountOfZero(String line) {
    if (ZERO.matcher(line).matches()) {
      return true;
    }
    int colon = line.indexOf(':');
    return colon > 0
        && line.substring(colon + 1).strip().equals("0")
        && OutcomeWords.SHIPPED.counts().areAllOf(line.substring(0, colon));
  }
}
