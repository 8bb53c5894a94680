package dev.eddyline.app;

import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.WalkHistory;
import java.util.Objects;
import java.util.Optional;

/**
 * All that the stores of one instance tell of a task.
 *
 * @param taskId the task
 * @param own its state; empty when only what holds it is left
 * @param rootTaskId its root, the task itself where it is one
 * @param rootIsHere whether the root could be asked for too
 * @param root the root's state; empty when it is unknown or forgotten, or not here
 * @param hold what holds the root, if anything
 * @param walk its way on its workflow's graph, if it was followed on one
 */
public record TaskFacts(
    String taskId,
    Optional<TaskState> own,
    String rootTaskId,
    boolean rootIsHere,
    Optional<TaskState> root,
    Optional<RootHold> hold,
    Optional<WalkHistory> walk) {

  public TaskFacts {
    Objects.requireNonNull(taskId, "taskId");
    Objects.requireNonNull(own, "own");
    Objects.requireNonNull(rootTaskId, "rootTaskId");
    Objects.requireNonNull(root, "root");
    Objects.requireNonNull(hold, "hold");
    Objects.requireNonNull(walk, "walk");
  }
}
