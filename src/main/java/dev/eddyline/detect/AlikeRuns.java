package dev.eddyline.detect;

import dev.eddyline.schema.AlikeRun;
import dev.eddyline.schema.ToolAction;

/**
 * Calls of one tool, running, whose results are alike: how such a run begins, grows and ends.
 *
 * <p>A call of another tool ends it when the results are short: many tools answer "ok" to all that
 * goes well. A longer text does not come again by chance; then the run lives on as long as more of
 * the calls since its beginning are its own than are not.
 */
final class AlikeRuns {

  /** Least ratio of shared words at which arguments differ little. */
  private static final double LITTLE = 0.5;

  private AlikeRuns() {}

  /**
   * The run after one more action.
   *
   * @param run the run before it, or null
   * @param action the action, its result known
   * @param arguments words of its arguments
   */
  static AlikeRun after(
      AlikeRun run, ToolAction action, WordBag arguments, RepeatedAction.Limits limits) {
    if (run == null || !ToolActions.isNear(run.getFirst(), action, limits)) {
      return begin(action, arguments);
    }
    if (!run.getLast().getTool().equals(action.getTool())) {
      boolean lives =
          Sketch.of(run.getLast().getResult()).isTelling() && run.getCalls() > run.getOthers() + 1;
      return lives ? interrupted(run) : begin(action, arguments);
    }
    boolean differs = run.getLast().getCall() != action.getCall();
    boolean same = run.getSame() && ToolActions.isAlike(run.getLast(), action, limits);
    boolean little =
        run.getLittle() && (!differs || WordBag.of(run.getArguments()).ratio(arguments) >= LITTLE);
    boolean alike = same || little && failAlike(run.getLast(), action, limits);
    return alike ? longer(run, action, arguments, differs, little, same) : begin(action, arguments);
  }

  private static boolean failAlike(ToolAction one, ToolAction other, RepeatedAction.Limits limits) {
    return one.getFailed()
        && other.getFailed()
        && (ToolActions.isAlike(one, other, limits)
            || Sketch.of(one.getResult()).hasTemplateOf(Sketch.of(other.getResult())));
  }

  private static AlikeRun begin(ToolAction action, WordBag arguments) {
    ToolAction first = ToolActions.with(action, action.getFailed(), null);
    return new AlikeRun(first, 1, 1, 0, true, true, action, arguments.kept());
  }

  private static AlikeRun interrupted(AlikeRun run) {
    return new AlikeRun(
        run.getFirst(),
        run.getCount(),
        run.getCalls(),
        run.getOthers() + 1,
        run.getLittle(),
        run.getSame(),
        run.getLast(),
        run.getArguments());
  }

  private static AlikeRun longer(
      AlikeRun run,
      ToolAction action,
      WordBag arguments,
      boolean differs,
      boolean little,
      boolean same) {
    return new AlikeRun(
        run.getFirst(),
        run.getCount() + (differs ? 1 : 0),
        run.getCalls() + 1,
        run.getOthers(),
        little,
        same,
        action,
        arguments.kept());
  }
}
