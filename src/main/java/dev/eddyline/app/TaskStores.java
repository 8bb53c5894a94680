package dev.eddyline.app;

import dev.eddyline.app.LookupFailure.NotReady;
import dev.eddyline.app.LookupFailure.OnOtherInstance;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.task.RootView;
import dev.eddyline.topology.TaskQueries;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;
import org.apache.kafka.streams.query.WindowKeyQuery;
import org.apache.kafka.streams.state.HostInfo;

/** Reads tasks from the stores of one instance; thread-safe. */
final class TaskStores {

  private final QueryableInstance instance;
  private final int partitions;
  private final PolicySource policies;
  private final Clock clock;
  private final boolean shouldQueryReplicas;

  /** The stores of the instance's active partitions. */
  TaskStores(QueryableInstance instance, int partitions, PolicySource policies, Clock clock) {
    this(instance, partitions, policies, clock, false);
  }

  private TaskStores(
      QueryableInstance instance,
      int partitions,
      PolicySource policies,
      Clock clock,
      boolean useReplicas) {
    this.instance = Objects.requireNonNull(instance, "instance");
    this.partitions = partitions;
    this.policies = Objects.requireNonNull(policies, "policies");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.shouldQueryReplicas = useReplicas;
  }

  /** A reader that also uses standby replicas. */
  TaskStores withReplicas() {
    return new TaskStores(instance, partitions, policies, clock, true);
  }

  /** A task's state, unless it has expired. */
  Optional<TaskState> readTaskState(String taskId) throws PartitionNotLocalException {
    Instant now = clock.instant();
    WindowKeyQuery<String, TaskState> query = TaskQueries.taskQuery(taskId, now);
    var records = queryStore(TaskQueries.TASK_STORE, taskId, query);
    return RootView.stateUnlessExpired(
        TaskQueries.newestWindowValue(records),
        policies.current().effectivePolicies(),
        now.toEpochMilli());
  }

  /** The cycle history of a task in this state, if it has one. */
  Optional<WalkHistory> readGraphWalkHistory(String taskId, TaskState state)
      throws PartitionNotLocalException {
    WindowKeyQuery<String, WalkHistory> query = TaskQueries.taskQuery(taskId, clock.instant());
    return TaskQueries.newestWindowValue(queryStore(TaskQueries.GRAPH_WALK_STORE, taskId, query))
        .filter(walk -> walk.getStamp() == state.getStamp());
  }

  /** The open gate or rejection of a root task, if any. */
  Optional<RootHold> readRootGateOrRejection(String rootTaskId) throws PartitionNotLocalException {
    return Optional.ofNullable(
        queryStore(
            TaskQueries.GATE_STORE, rootTaskId, TaskQueries.gateOrRejectionQuery(rootTaskId)));
  }

  private <R> R queryStore(String store, String key, Query<R> query)
      throws PartitionNotLocalException {
    int partition = partition(key);
    QueryResult<R> result =
        shouldQueryReplicas
            ? instance.queryReplica(store, partition, query)
            : instance.queryActive(store, partition, query);
    if (result == null) {
      throw new PartitionNotLocalException(key);
    }
    if (result.isSuccess()) {
      return result.getResult();
    }
    FailureReason reason = result.getFailureReason();
    if (reason == FailureReason.NOT_PRESENT || reason == FailureReason.NOT_ACTIVE) {
      throw new PartitionNotLocalException(key);
    }
    if (reason == FailureReason.STORE_EXCEPTION
        && (shouldQueryReplicas || !instance.areAllPartitionsRunning())) {
      // the store was closed during the query: its partition is moving
      throw new PartitionNotLocalException(key);
    }
    throw new IllegalStateException(
        "store %s could not be queried: %s: %s"
            .formatted(store, reason, result.getFailureMessage()));
  }

  private int partition(String taskId) {
    return TaskQueries.homePartition(taskId, partitions);
  }

  /** The reason why a task cannot be read here: on another instance, or not ready. */
  LookupFailure lookupFailureFor(String taskId) {
    var owner = instance.hostOfActivePartition(TaskQueries.TASK_STORE, partition(taskId));
    boolean isElsewhere =
        owner.isPresent() ? !owner.equals(instance.ownHost()) : instance.areAllPartitionsRunning();
    return isElsewhere
        ? new OnOtherInstance(taskId, owner)
        : new NotReady(
            "partition %d of task %s moves or is being restored"
                .formatted(partition(taskId), taskId));
  }

  /** Other instances with a standby replica of the task. */
  List<HostInfo> standbyHosts(String taskId) {
    return instance.standbyHosts(TaskQueries.TASK_STORE, partition(taskId));
  }

  /** This instance's address for others. */
  Optional<HostInfo> ownHost() {
    return instance.ownHost();
  }

  /** The task's partition cannot be read on this instance. */
  static final class PartitionNotLocalException extends Exception {

    private static final long serialVersionUID = 1L;

    PartitionNotLocalException(String taskId) {
      super(taskId, null, false, false);
    }
  }
}
