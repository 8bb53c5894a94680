package dev.eddyline.detect;

import org.jspecify.annotations.Nullable;

/**
 * Consecutive calls of one tool with similar results.
 *
 * @param first its first call
 * @param count number of calls that differ from the one before
 * @param calls number of calls
 * @param others number of calls of other tools in between
 * @param little whether the arguments of each are similar to those before
 * @param same whether the results are equal, not only errors of one template
 * @param last its newest call
 * @param arguments words of the newest call's arguments; only set for a failed call
 */
public record AlikeRun(
    ToolAction first,
    int count,
    int calls,
    int others,
    boolean little,
    boolean same,
    ToolAction last,
    WordBag arguments) {

  /** Minimum ratio of shared words of similar arguments. */
  static final double LITTLE = 0.5;

  private static final WordBag NO_WORDS = WordBag.of("").withoutCounters();

  /**
   * The run after another action.
   *
   * @param run the run before it, or null
   * @param action the action, with a known result
   * @param said its arguments
   */
  static AlikeRun after(
      @Nullable AlikeRun run, ToolAction action, CallWords said, RepeatedActionLimits limits) {
    if (run == null || !run.first.isNear(action, limits)) {
      return begin(action, said);
    }
    return run.last.tool().equals(action.tool())
        ? run.with(action, said, limits)
        : run.interrupted(action, said);
  }

  private static AlikeRun begin(ToolAction action, CallWords said) {
    return new AlikeRun(action.bare(), 1, 1, 0, true, true, action, compared(action, said));
  }

  private static WordBag compared(ToolAction action, CallWords said) {
    return action.failed() ? said.words() : NO_WORDS;
  }

  private AlikeRun interrupted(ToolAction action, CallWords said) {
    return last.known().isTelling() && calls > others + 1
        ? new AlikeRun(first, count, calls, others + 1, little, same, last, arguments)
        : begin(action, said);
  }

  private AlikeRun with(ToolAction action, CallWords said, RepeatedActionLimits limits) {
    boolean differs = last.call() != action.call();
    boolean sameNow = same && last.isAlike(action, limits);
    WordBag words = compared(action, said);
    boolean littleNow = little && (!differs || arguments.ratio(words) >= LITTLE);
    if (!sameNow && !(littleNow && failAlike(last, action, limits))) {
      return begin(action, said);
    }
    return new AlikeRun(
        first, count + (differs ? 1 : 0), calls + 1, others, littleNow, sameNow, action, words);
  }

  /** Whether two calls failed in the same way. */
  static boolean failAlike(ToolAction one, ToolAction other, RepeatedActionLimits limits) {
    return one.failed()
        && other.failed()
        && (one.isAlike(other, limits) || one.known().hasTemplateOf(other.known()));
  }
}
