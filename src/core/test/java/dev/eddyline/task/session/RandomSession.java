package dev.eddyline.task.session;

import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;

/**
 * Session {@code s1} of a story, which takes up one task after the other.
 *
 * @param story where it is seen
 */
record RandomSession(EngineScenario story) {

  /** The session takes up these tasks; answers what the last caused. */
  Outputs goes(String... tasks) {
    Outputs last = null;
    for (String task : tasks) {
      last = story.task(task).inSession("s1").attempts(TaskStatus.IN_PROGRESS, null, null);
    }
    return last;
  }
}
