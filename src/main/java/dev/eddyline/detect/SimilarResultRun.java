package dev.eddyline.detect;

import dev.eddyline.text.Text;
import dev.eddyline.text.WordBag;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive calls of one tool with similar results.
 *
 * @param first its first call
 * @param distinctCallCount number of calls that differ from the one before
 * @param totalCallCount number of calls
 * @param otherToolCallCount number of calls of other tools in between
 * @param areArgumentsSimilar whether the arguments of each are similar to those before
 * @param areResultsEqual whether the results are equal, not only errors of one template
 * @param last its newest call
 * @param newestArgumentWords words of the newest call's arguments; only set for a failed call
 */
public record SimilarResultRun(
    ToolAction first,
    int distinctCallCount,
    int totalCallCount,
    int otherToolCallCount,
    boolean areArgumentsSimilar,
    boolean areResultsEqual,
    ToolAction last,
    WordBag newestArgumentWords) {

  /** Minimum ratio of shared words of similar arguments. */
  static final double MIN_ARGUMENT_SIMILARITY = 0.5;

  private static final WordBag NO_WORDS = WordBag.of(Text.of("")).withoutCounters();

  /**
   * The run after another action.
   *
   * @param run the run before it, or null
   * @param action the action, with a known result
   * @param callWords its arguments
   */
  static SimilarResultRun extendOrRestart(
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
        action.withoutResult(),
        1,
        1,
        0,
        true,
        true,
        action,
        argumentWordsIfFailed(action, callWords));
  }

  private static WordBag argumentWordsIfFailed(ToolAction action, CallWords callWords) {
    return action.failed() ? callWords.words() : NO_WORDS;
  }

  private SimilarResultRun interruptedBy(ToolAction action, CallWords callWords) {
    return last.requireResult().isTelling() && totalCallCount > otherToolCallCount + 1
        ? new SimilarResultRun(
            first,
            distinctCallCount,
            totalCallCount,
            otherToolCallCount + 1,
            areArgumentsSimilar,
            areResultsEqual,
            last,
            newestArgumentWords)
        : startWith(action, callWords);
  }

  private SimilarResultRun continuedBy(
      ToolAction action, CallWords callWords, RepeatedActionLimits limits) {
    boolean differs = last.call() != action.call();
    boolean resultsStillSame = areResultsEqual && last.hasSameOutcome(action, limits);
    WordBag words = argumentWordsIfFailed(action, callWords);
    boolean argumentsStillSimilar =
        areArgumentsSimilar
            && (!differs || newestArgumentWords.ratio(words) >= MIN_ARGUMENT_SIMILARITY);
    if (!resultsStillSame && !(argumentsStillSimilar && failedSameWay(last, action, limits))) {
      return startWith(action, callWords);
    }
    return new SimilarResultRun(
        first,
        distinctCallCount + (differs ? 1 : 0),
        totalCallCount + 1,
        otherToolCallCount,
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
            || one.requireResult().hasTemplateOf(other.requireResult()));
  }
}
