package dev.eddyline.detect.actions;

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
 * @param isSameObject whether the arguments of each name the same object
 * @param areResultsEqual whether the results are equal, not only errors of one template
 * @param last its newest call
 * @param argumentWords words of the arguments with the fewest of them; not set for a successful
 *     call with a result that is long enough to be significant
 */
public record SimilarResultRun(
    ToolAction first,
    int distinctCallCount,
    int totalCallCount,
    int otherToolCallCount,
    boolean isSameObject,
    boolean areResultsEqual,
    ToolAction last,
    WordBag argumentWords) {

  /** Minimum ratio of shared words of the arguments of one failing piece of work. */
  private static final double SAME_WORK = 0.9;

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
      WordBag callWords,
      RepeatedActionLimits limits) {
    if (run == null || !run.first.isWithinWindow(action, limits)) {
      return startWith(action, callWords, limits);
    }
    return run.last.tool().equals(action.tool())
        ? run.continuedBy(action, callWords, limits)
        : run.interruptedBy(action, callWords, limits);
  }

  private static SimilarResultRun startWith(
      ToolAction action, WordBag callWords, RepeatedActionLimits limits) {
    return new SimilarResultRun(
        action.withoutResult(),
        1,
        1,
        0,
        true,
        true,
        action,
        comparedWords(action, callWords, limits));
  }

  private static WordBag comparedWords(
      ToolAction action, WordBag callWords, RepeatedActionLimits limits) {
    return limits.judgesByOutcome() || action.failed() || !action.requireResult().isTelling()
        ? callWords
        : NO_WORDS;
  }

  private SimilarResultRun interruptedBy(
      ToolAction action, WordBag callWords, RepeatedActionLimits limits) {
    boolean isTelling = !limits.judgesByOutcome() && last.requireResult().isTelling();
    return isTelling && totalCallCount > otherToolCallCount + 1
        ? new SimilarResultRun(
            first,
            distinctCallCount,
            totalCallCount,
            otherToolCallCount + 1,
            isSameObject,
            areResultsEqual,
            last,
            argumentWords)
        : startWith(action, callWords, limits);
  }

  private SimilarResultRun continuedBy(
      ToolAction action, WordBag callWords, RepeatedActionLimits limits) {
    boolean differs = last.call() != action.call();
    boolean resultsStillSame = areResultsEqual && bringsTheSame(last, action, limits);
    if (!resultsStillSame && !failedSameWay(last, action, limits)) {
      return startWith(action, callWords, limits);
    }
    WordBag words = comparedWords(action, callWords, limits);
    boolean stillSameObject =
        isSameObject && (!differs || differLittle(argumentWords, words, action.isFailure(limits)));
    if (!resultsStillSame && !stillSameObject) {
      return startWith(action, callWords, limits);
    }
    return new SimilarResultRun(
        first,
        distinctCallCount + (differs ? 1 : 0),
        totalCallCount + 1,
        otherToolCallCount,
        stillSameObject,
        resultsStillSame,
        action,
        differs && words.count() < argumentWords.count() ? words : argumentWords);
  }

  private static boolean bringsTheSame(
      ToolAction one, ToolAction other, RepeatedActionLimits limits) {
    return limits.judgesByOutcome() && one.agentId().equals(other.agentId())
        ? other.isUnproductive() && one.isFailure(limits) == other.isFailure(limits)
        : one.hasSameResult(other, limits);
  }

  /**
   * Whether arguments differ little: spellings of one name, or, of calls that failed, one long text
   * with a small change.
   */
  static boolean differLittle(WordBag one, WordBag other, boolean failed) {
    return one.namesSameObject(other) || failed && one.ratio(other) >= SAME_WORK;
  }

  /** Whether two calls failed in the same way. */
  static boolean failedSameWay(ToolAction one, ToolAction other, RepeatedActionLimits limits) {
    if (limits.judgesByOutcome()) {
      return one.isFailure(limits) && other.isFailure(limits) && other.isUnproductive();
    }
    return one.failed()
        && other.failed()
        && (one.hasSameResult(other, limits)
            || one.requireResult().hasTemplateOf(other.requireResult()));
  }
}
