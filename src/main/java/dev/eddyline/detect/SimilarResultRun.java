package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/**
 * Consecutive calls of one tool with similar results.
 *
 * @param first its first call
 * @param distinctCalls number of calls that differ from the one before
 * @param totalCalls number of calls
 * @param otherCalls number of calls of other tools in between
 * @param argumentsSimilar whether the arguments of each are similar to those before
 * @param resultsSame whether the results are equal, not only errors of one template
 * @param last its newest call
 * @param argumentWords words of the newest call's arguments; only set for a failed call
 */
public record SimilarResultRun(
    ToolAction first,
    int distinctCalls,
    int totalCalls,
    int otherCalls,
    boolean argumentsSimilar,
    boolean resultsSame,
    ToolAction last,
    WordBag argumentWords) {

  /** Minimum ratio of shared words of similar arguments. */
  static final double MIN_ARGUMENT_SIMILARITY = 0.5;

  private static final WordBag NO_WORDS = WordBag.of("").withoutCounters();

  /**
   * The run after another action.
   *
   * @param run the run before it, or null
   * @param action the action, with a known result
   * @param callWords its arguments
   */
  static SimilarResultRun extend(
      @Nullable SimilarResultRun run,
      ToolAction action,
      CallWords callWords,
      RepeatedActionLimits limits) {
    if (run == null || !run.first.isWithinWindow(action, limits)) {
      return startWith(action, callWords);
    }
    return run.last.tool().equals(action.tool())
        ? run.continuedBy(action, callWords, limits)
        : run.interruptedBy(action, callWords);
  }

  private static SimilarResultRun startWith(ToolAction action, CallWords callWords) {
    return new SimilarResultRun(
        action.withoutResult(), 1, 1, 0, true, true, action, comparedWords(action, callWords));
  }

  private static WordBag comparedWords(ToolAction action, CallWords callWords) {
    return action.failed() ? callWords.words() : NO_WORDS;
  }

  private SimilarResultRun interruptedBy(ToolAction action, CallWords callWords) {
    return last.knownResult().isTelling() && totalCalls > otherCalls + 1
        ? new SimilarResultRun(
            first,
            distinctCalls,
            totalCalls,
            otherCalls + 1,
            argumentsSimilar,
            resultsSame,
            last,
            argumentWords)
        : startWith(action, callWords);
  }

  private SimilarResultRun continuedBy(
      ToolAction action, CallWords callWords, RepeatedActionLimits limits) {
    boolean differs = last.call() != action.call();
    boolean resultsStillSame = resultsSame && last.hasSameOutcome(action, limits);
    WordBag words = comparedWords(action, callWords);
    boolean argumentsStillSimilar =
        argumentsSimilar && (!differs || argumentWords.ratio(words) >= MIN_ARGUMENT_SIMILARITY);
    if (!resultsStillSame && !(argumentsStillSimilar && failedSameWay(last, action, limits))) {
      return startWith(action, callWords);
    }
    return new SimilarResultRun(
        first,
        distinctCalls + (differs ? 1 : 0),
        totalCalls + 1,
        otherCalls,
        argumentsStillSimilar,
        resultsStillSame,
        action,
        words);
  }

  /** Whether two calls failed in the same way. */
  static boolean failedSameWay(ToolAction one, ToolAction other, RepeatedActionLimits limits) {
    return one.failed()
        && other.failed()
        && (one.hasSameOutcome(other, limits)
            || one.knownResult().hasTemplateOf(other.knownResult()));
  }
}
