package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.Detector;
import dev.eddyline.detect.api.HistoryPlace.InState;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.state.TaskState;
import java.util.function.UnaryOperator;

/** The histories of detectors in a task's state: what happens to all of them at once. */
final class StateHistories {

  private StateHistories() {}

  /**
   * Notifies the detectors of a counted loop.
   *
   * @param loop the event that closed the loop
   * @param cost cost of the task, including that event
   */
  static void onLoopDetected(TaskState state, SeenEvent loop, Cost cost, Policy policy) {
    Detectors.TASK_SCOPED.forEach(detector -> onLoopDetected(state, loop, cost, detector, policy));
  }

  private static <H, L extends Detector.Limits> void onLoopDetected(
      TaskState state, SeenEvent loop, Cost cost, Detector<H, L> detector, Policy policy) {
    L limits = policy.limits(detector);
    update(state, detector, history -> detector.onLoopDetected(loop, cost, history, limits));
  }

  /** Notifies the detectors that a verdict asked for this action. */
  static void onActionRequested(TaskState state, Action action) {
    if (action == Action.CONTINUE) {
      return; // no verdict: the histories are not even decoded
    }
    Detectors.ALL.forEach(detector -> onActionRequested(state, action, detector));
  }

  private static <H> void onActionRequested(
      TaskState state, Action action, Detector<H, ?> detector) {
    update(state, detector, history -> detector.onActionRequested(action, history));
  }

  /** Notifies the detectors that the loop counter was reset. */
  static void onCounterReset(TaskState state) {
    Detectors.ALL.forEach(detector -> onCounterReset(state, detector));
  }

  private static <H> void onCounterReset(TaskState state, Detector<H, ?> detector) {
    update(state, detector, detector::onCounterReset);
  }

  private static <H> void update(
      TaskState state, Detector<H, ?> detector, UnaryOperator<H> change) {
    if (detector.history() instanceof InState<H> place) {
      H before = place.get().apply(state);
      H after = change.apply(before);
      if (after != before) {
        place.set().accept(state, after);
      }
    }
  }
}
