package dev.eddyline.task;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import java.util.List;

/**
 * Follows until when an agent waits: because it said so, or because what it needs is not available.
 * What it then does is no repetition, but for a failure of its own that it reports: who fails is
 * not waiting.
 */
final class Waiting {

  private Waiting() {}

  /** Takes note of a wait that begins or ends with this event. */
  static void follow(TaskState state, Object body, long at, Policy policy) {
    if (body instanceof WaitingStarted started) {
      // a wait that no task outlives would silence it for good
      long latest = at + policy.forgetAfter().toMillis();
      state.setWaitingUntil(
          started.getUntil() == null
              ? at + policy.longestWait().toMillis()
              : Math.min(Place.millis(started.getUntil()), latest));
    } else if (body instanceof WaitingEnded) {
      state.setWaitingUntil(null);
    }
  }

  /**
   * Event time until which the task waits, epoch milliseconds; the least number where it does not.
   */
  static long until(TaskState state) {
    Long until = state.getWaitingUntil();
    return until == null ? Long.MIN_VALUE : until;
  }

  /** Lets the task wait, after an external fault, until the next try makes sense. */
  static void backOff(TaskState state, List<FoundLoop> found, long at, Policy policy) {
    for (FoundLoop loop : found) {
      if (loop.getLoopType() == LoopType.EXTERNAL_FAULT) {
        long until = at + policy.backoff(loop).toMillis();
        state.setWaitingUntil(Math.max(until(state), until));
      }
    }
  }
}
