package dev.eddyline.task;

import dev.eddyline.policy.Policy;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;

/** Follows what an agent declares: from when until when it waits or polls on purpose. */
final class Waiting {

  private Waiting() {}

  /** Takes note of a wait that begins or ends with this event. */
  static void follow(TaskState state, Object body, long at, Policy policy) {
    if (body instanceof WaitingStarted started) {
      state.setWaitingUntil(
          started.getUntil() == null
              ? at + policy.longestWait().toMillis()
              : Place.millis(started.getUntil()));
    } else if (body instanceof WaitingEnded) {
      state.setWaitingUntil(Long.MIN_VALUE);
    }
  }
}
