package dev.eddyline.app;

import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.state.TaskState;
import java.util.Objects;
import java.util.Optional;

/**
 * The state of a task in the stores of one instance.
 *
 * @param taskId the task
 * @param taskState its state; empty when only its gate or rejection is left
 * @param rootTaskId its root; the task itself if it is a root
 * @param isRootLocal whether the root is on this instance too
 * @param rootState the root's state; empty when it is unknown, expired or on another instance
 * @param rootGateOrRejection the root's open gate or rejection, if any
 * @param graphWalkHistory its cycle history on its workflow's graph, if it has one
 * @param failures its distinct failures, if it has any
 */
public record StoredTask(
    String taskId,
    Optional<TaskState> taskState,
    String rootTaskId,
    boolean isRootLocal,
    Optional<TaskState> rootState,
    Optional<RootHold> rootGateOrRejection,
    Optional<WalkHistory> graphWalkHistory,
    Optional<FailureHistory> failures) {

  public StoredTask {
    Objects.requireNonNull(taskId, "taskId");
    Objects.requireNonNull(taskState, "taskState");
    Objects.requireNonNull(rootTaskId, "rootTaskId");
    Objects.requireNonNull(rootState, "rootState");
    Objects.requireNonNull(rootGateOrRejection, "rootGateOrRejection");
    Objects.requireNonNull(graphWalkHistory, "graphWalkHistory");
    Objects.requireNonNull(failures, "failures");
  }
}
