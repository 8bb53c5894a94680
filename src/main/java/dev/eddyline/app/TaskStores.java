package dev.eddyline.app;

import dev.eddyline.app.LeaderAnswer.Elsewhere;
import dev.eddyline.app.LeaderAnswer.Unready;
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

  private final Instance instance;
  private final int partitions;
  private final PolicySource policies;
  private final Clock clock;
  private final boolean copies;

  /** The stores of the instance's active partitions. */
  TaskStores(Instance instance, int partitions, PolicySource policies, Clock clock) {
    this(instance, partitions, policies, clock, false);
  }

  private TaskStores(
      Instance instance, int partitions, PolicySource policies, Clock clock, boolean copies) {
    this.instance = Objects.requireNonNull(instance, "instance");
    this.partitions = partitions;
    this.policies = Objects.requireNonNull(policies, "policies");
    this.clock = Objects.requireNonNull(clock, "clock");
    this.copies = copies;
  }

  /** A reader that also uses standby replicas. */
  TaskStores withCopies() {
    return new TaskStores(instance, partitions, policies, clock, true);
  }

  /** A task's state, unless it has expired. */
  Optional<TaskState> task(String taskId) throws NotHereException {
    Instant now = clock.instant();
    WindowKeyQuery<String, TaskState> query = TaskQueries.task(taskId, now);
    var records = ask(TaskQueries.TASK_STORE, taskId, query);
    return RootView.unexpired(
        TaskQueries.newest(records), policies.current().effective(), now.toEpochMilli());
  }

  /** The cycle history of a task in this state, if it has one. */
  Optional<WalkHistory> walk(String taskId, TaskState state) throws NotHereException {
    WindowKeyQuery<String, WalkHistory> query = TaskQueries.task(taskId, clock.instant());
    return TaskQueries.newest(ask(TaskQueries.WALK_STORE, taskId, query))
        .filter(walk -> walk.getStamp() == state.getStamp());
  }

  /** The open gate or rejection of a root task, if any. */
  Optional<RootHold> hold(String rootTaskId) throws NotHereException {
    return Optional.ofNullable(
        ask(TaskQueries.HOLD_STORE, rootTaskId, TaskQueries.hold(rootTaskId)));
  }

  private <R> R ask(String store, String key, Query<R> query) throws NotHereException {
    int partition = partition(key);
    QueryResult<R> result =
        copies ? instance.askCopy(store, partition, query) : instance.ask(store, partition, query);
    if (result == null) {
      throw new NotHereException(key);
    }
    if (result.isSuccess()) {
      return result.getResult();
    }
    FailureReason reason = result.getFailureReason();
    if (reason == FailureReason.NOT_PRESENT || reason == FailureReason.NOT_ACTIVE) {
      throw new NotHereException(key);
    }
    if (reason == FailureReason.STORE_EXCEPTION && (copies || !instance.isSettled())) {
      // the store was closed during the query: its partition is moving
      throw new NotHereException(key);
    }
    throw new IllegalStateException(
        "store %s could not be queried: %s: %s"
            .formatted(store, reason, result.getFailureMessage()));
  }

  private int partition(String taskId) {
    return TaskQueries.partition(taskId, partitions);
  }

  /** The reason why a task cannot be read here: on another instance, or not ready. */
  LeaderAnswer notHere(String taskId) {
    var owner = instance.owner(TaskQueries.TASK_STORE, partition(taskId));
    boolean isElsewhere = owner.isPresent() ? !owner.equals(instance.self()) : instance.isSettled();
    return isElsewhere
        ? new Elsewhere(taskId, owner)
        : new Unready(
            "partition %d of task %s moves or is being restored"
                .formatted(partition(taskId), taskId));
  }

  /** Other instances with a standby replica of the task. */
  List<HostInfo> standbys(String taskId) {
    return instance.standbys(TaskQueries.TASK_STORE, partition(taskId));
  }

  /** This instance's address for others. */
  Optional<HostInfo> self() {
    return instance.self();
  }

  /** The task's partition cannot be read on this instance. */
  static final class NotHereException extends Exception {

    private static final long serialVersionUID = 1L;

    NotHereException(String taskId) {
      super(taskId, null, false, false);
    }
  }
}
