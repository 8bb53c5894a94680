package dev.eddyline.task;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.state.TaskState;
import java.util.List;

/**
 * Tracks until when an agent waits: because it said so, or because something it needs is
 * unavailable. Events of a waiting agent do not count as repetition, except failures that it
 * reports.
 */
final class WaitTracker {

  private WaitTracker() {}

  /** Records a wait that starts or ends with this event. */
  static void recordWaitStartOrEnd(TaskState state, Object body, long at, Policy policy) {
    if (body instanceof WaitingStarted started) {
      // a wait longer than the task's expiry would disable detection for good
      long latest = at + policy.forgetAfter().toMillis();
      state.setWaitingUntil(
          started.getUntil() == null
              ? at + policy.longestWait().toMillis()
              : Math.min(RecordCoordinates.toClampedEpochMillis(started.getUntil()), latest));
    } else if (body instanceof WaitingEnded) {
      state.setWaitingUntil(null);
    }
  }

  /**
   * Event time until which the task waits, epoch milliseconds; {@code Long.MIN_VALUE} if it does
   * not wait.
   */
  static long waitingUntilMillis(TaskState state) {
    Long until = state.getWaitingUntil();
    return until == null ? Long.MIN_VALUE : until;
  }

  /** Starts a back-off of the task after an external fault. */
  static void backOff(TaskState state, List<FoundLoop> found, long at, Policy policy) {
    for (FoundLoop loop : found) {
      if (loop.getLoopType() == LoopType.EXTERNAL_FAULT) {
        long until = at + policy.backoff(loop).toMillis();
        state.setWaitingUntil(Math.max(waitingUntilMillis(state), until));
      }
    }
  }
}
