package dev.eddyline.app;

import dev.eddyline.app.LookupFailure.NotReady;
import dev.eddyline.app.LookupFailure.UnknownTask;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.state.TaskState;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Looks up any task in the stores of this instance, with its root's leader context, or names the
 * instance to ask. Reads neither wait for processing nor block it; a result may be ahead of
 * published outputs by one commit. Thread-safe.
 */
public final class TaskLookup {

  /** The result of a lookup. */
  public sealed interface LookupResult {

    /** The task was found. */
    record TaskFound(StoredTask task) implements LookupResult {}

    /** The task is on another instance, unknown, or cannot be read now. */
    record TaskNotFound(LookupFailure failure) implements LookupResult {}
  }

  private final TaskStores activeStores;
  private final TaskStores replicaStores;

  TaskLookup(TaskStores stores) {
    activeStores = Objects.requireNonNull(stores, "stores");
    replicaStores = stores.withReplicas();
  }

  /**
   * Looks up a task whose active partition is here. Blocks, like processing, while the registry is
   * unavailable and a stored schema is unknown.
   *
   * @throws IllegalStateException when an existing store cannot be read
   */
  public LookupResult findTask(String taskId) {
    try {
      return readStoredTask(activeStores, taskId)
          .<LookupResult>map(LookupResult.TaskFound::new)
          .orElseGet(() -> new LookupResult.TaskNotFound(new UnknownTask(taskId)));
    } catch (TaskStores.PartitionNotLocalException notHere) {
      return new LookupResult.TaskNotFound(activeStores.lookupFailureFor(taskId));
    } catch (InvalidStateStoreException notNow) {
      return new LookupResult.TaskNotFound(new NotReady(notNow.getMessage()));
    }
  }

  /** Looks up a task in any local replica, which may be stale. */
  public Optional<StoredTask> findTaskInReplicas(String taskId) {
    try {
      return readStoredTask(replicaStores, taskId);
    } catch (TaskStores.PartitionNotLocalException | InvalidStateStoreException none) {
      return Optional.empty();
    }
  }

  /** Other instances with a standby replica of the task. */
  public List<HostInfo> standbyHosts(String taskId) {
    return activeStores.standbyHosts(taskId);
  }

  /** This instance's address for others; empty where application.server is not set. */
  public Optional<HostInfo> ownHost() {
    return activeStores.ownHost();
  }

  private static Optional<StoredTask> readStoredTask(TaskStores stores, String taskId)
      throws TaskStores.PartitionNotLocalException {
    Optional<TaskState> state = stores.readTaskState(taskId);
    Optional<WalkHistory> graphWalk =
        state.isEmpty() ? Optional.empty() : stores.readGraphWalkHistory(taskId, state.get());
    Optional<FailureHistory> failures =
        state.isEmpty() ? Optional.empty() : stores.readFailures(taskId, state.get());
    String rootId = state.map(TaskState::getRootTaskId).orElse(taskId);
    if (rootId.equals(taskId)) {
      Optional<RootHold> rootBlock = stores.readRootGateOrRejection(taskId);
      return state.isEmpty() && rootBlock.isEmpty()
          ? Optional.empty()
          : Optional.of(
              new StoredTask(taskId, state, taskId, true, state, rootBlock, graphWalk, failures));
    }
    try {
      return Optional.of(
          new StoredTask(
              taskId,
              state,
              rootId,
              true,
              stores.readTaskState(rootId),
              stores.readRootGateOrRejection(rootId),
              graphWalk,
              failures));
    } catch (TaskStores.PartitionNotLocalException rootElsewhere) {
      return Optional.of(
          new StoredTask(
              taskId,
              state,
              rootId,
              false,
              Optional.empty(),
              Optional.empty(),
              graphWalk,
              failures));
    }
  }
}
