package dev.eddyline.app;

import dev.eddyline.app.LookupFailure.NotReady;
import dev.eddyline.app.LookupFailure.OnOtherInstance;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.detect.failures.IdenticalFailure;
import dev.eddyline.detect.steps.UnboundedRetry;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.WalkHistory;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.RootView;
import dev.eddyline.topology.TaskQueries;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.Deserializer;
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
  private final Deserializer<WalkHistory> graphWalks;
  private final Deserializer<FailureHistory> failures;
  private final boolean shouldQueryReplicas;

  /** The stores of the instance's active partitions. */
  TaskStores(
      QueryableInstance instance,
      int partitions,
      PolicySource policies,
      Clock clock,
      SchemaRegistry registry) {
    this(
        instance,
        partitions,
        policies,
        clock,
        new AvroDeserializer<>(WalkHistory.class, registry),
        new AvroDeserializer<>(FailureHistory.class, registry),
        false);
  }

  private TaskStores(
      QueryableInstance instance,
      int partitions,
      PolicySource policies,
      Clock clock,
      Deserializer<WalkHistory> graphWalks,
      Deserializer<FailureHistory> failures,
      boolean useReplicas) {
    this.instance = Objects.requireNonNull(instance, "instance");
    this.partitions = partitions;
    this.policies = Objects.requireNonNull(policies, "policies");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.graphWalks = graphWalks;
    this.failures = failures;
    this.shouldQueryReplicas = useReplicas;
  }

  /** A reader that also uses standby replicas. */
  TaskStores withReplicas() {
    return new TaskStores(instance, partitions, policies, clock, graphWalks, failures, true);
  }

  /** A task's state, unless it has expired. */
  Optional<TaskState> readTaskState(String taskId) throws PartitionNotLocalException {
    Instant now = clock.instant();
    WindowKeyQuery<String, byte[]> query = TaskQueries.taskQuery(taskId, now);
    var records = queryStore(TaskQueries.TASK_STORE, taskId, query);
    return RootView.stateUnlessExpired(
        TaskQueries.newestWindowValue(records).map(TaskState::of),
        policies.current().effectivePolicies(),
        now.toEpochMilli());
  }

  /** The cycle history of a task in this state on its workflow's graph, if it has one. */
  Optional<WalkHistory> readGraphWalkHistory(String taskId, TaskState state)
      throws PartitionNotLocalException {
    return readHistory(UnboundedRetry.HISTORY, graphWalks, taskId, state);
  }

  /** The failures of a task in this state, if it has any. */
  Optional<FailureHistory> readFailures(String taskId, TaskState state)
      throws PartitionNotLocalException {
    return readHistory(IdenticalFailure.HISTORY, failures, taskId, state);
  }

  private <H extends SpecificRecord> Optional<H> readHistory(
      InStore<H> place, Deserializer<H> histories, String taskId, TaskState state)
      throws PartitionNotLocalException {
    WindowKeyQuery<String, byte[]> query = TaskQueries.historyQuery(taskId, place, clock.instant());
    return TaskQueries.newestWindowValue(queryStore(TaskQueries.HISTORY_STORE, taskId, query))
        .map(bytes -> histories.deserialize(TaskQueries.HISTORY_STORE, bytes))
        .filter(history -> place.stamp().applyAsLong(history) == state.getStamp());
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
