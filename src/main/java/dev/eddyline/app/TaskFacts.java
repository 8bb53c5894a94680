package dev.eddyline.app;

import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.WalkHistory;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of a task in the stores of one instance.
 *
 * @param taskId the task
 * @param own its state; empty when only its gate or rejection is left
 * @param rootTaskId its root; the task itself if it is a root
 * @param rootIsHere whether the root is on this instance too
 * @param root the root's state; empty when it is unknown, expired or on another instance
 * @param hold the root's open gate or rejection, if any
 * @param walk its cycle history on its workflow's graph, if it has one
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
