package dev.eddyline.task;

import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;

/** What a partition remembers of its tasks: each reader owns what it gets and may change it. */
public interface Memory {

  /** A task's state, or null when it is unknown. */
  TaskState task(String taskId);

  /** Remembers a task's state. */
  void task(String taskId, TaskState state);

  /** A task's failures, or null when none are known. */
  FailureHistory failures(String taskId);

  /** Remembers a task's failures. */
  void failures(String taskId, FailureHistory failures);

  /** What holds a root task, or null. */
  RootHold hold(String rootTaskId);

  /** Remembers what holds a root task; null when nothing does any more. */
  void hold(String rootTaskId, RootHold hold);
}
