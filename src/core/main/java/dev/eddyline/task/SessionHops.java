package dev.eddyline.task;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LastHop;
import dev.eddyline.schema.Signs;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.state.TaskState;
import java.util.HashSet;

/**
 * Informs a session whether a task made progress since the session's detectors last heard of it.
 */
final class SessionHops {

  /** The number of completed items before the task named any. */
  private static final int UNKNOWN = -1;

  private SessionHops() {}

  /**
   * Records an event that goes to its session.
   *
   * @return whether the task made progress since the one before: progress or a new tool result was
   *     recorded, or its completed work grew; false for the first
   */
  static boolean recordHopAndCheckProgress(AgentEvent event, TaskState state) {
    LastHop last = state.getLastHop();
    Signs signs = state.getSigns();
    int known = last == null ? UNKNOWN : last.getWork();
    int work =
        event.getBody() instanceof TaskAttempted attempt && attempt.getCompletedWork() != null
            ? new HashSet<>(attempt.getCompletedWork()).size()
            : known;
    state.setLastHop(new LastHop(signs.getProgress(), signs.getNews(), work));
    return last != null
        && (signs.getProgress() != last.getProgress()
            || signs.getNews() != last.getNews()
            || known != UNKNOWN && work > known);
  }
}
