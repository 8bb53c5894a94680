package dev.eddyline.app;

import dev.eddyline.app.LeaderAnswer.Elsewhere;
import dev.eddyline.app.LeaderAnswer.Found;
import dev.eddyline.app.LeaderAnswer.Unknown;
import dev.eddyline.app.LeaderAnswer.Unready;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import dev.eddyline.task.RootView;
import dev.eddyline.topology.TaskQueries;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.query.FailureReason;
import org.apache.kafka.streams.query.Query;
import org.apache.kafka.streams.query.QueryResult;

/**
 * The leader context of any task at any time (document 000, "LeaderContext"), read from the stores
 * beside the processing, which it neither waits for nor holds up. Safe for use by many threads.
 *
 * <p>A subtask is answered for by its root, which keeps the context of both. What is read may be
 * ahead of what is published, by the events of one commit.
 */
public final class LeaderContexts {

  private final Instance instance;
  private final int partitions;
  private final PolicySource policies;
  private final Clock clock;

  /**
   * Questions to this instance.
   *
   * @param partitions partition count of the inputs
   * @param policies tell when a task is forgotten
   * @param clock tells the windows that a task can stand in
   */
  LeaderContexts(Instance instance, int partitions, PolicySource policies, Clock clock) {
    this.instance = Objects.requireNonNull(instance, "instance");
    this.partitions = partitions;
    this.policies = Objects.requireNonNull(policies, "policies");
    this.clock = Objects.requireNonNull(clock, "clock");
  }

  /**
   * How the task stands, or who or when else to ask. Waits only as the processing does: while the
   * registry is away that knows the schema of what is stored.
   *
   * @throws IllegalStateException when a store fails to answer although it is there
   */
  public LeaderAnswer of(String taskId) {
    Objects.requireNonNull(taskId, "taskId");
    try {
      Optional<TaskState> state = task(taskId);
      String rootId = state.map(TaskState::getRootTaskId).orElse(taskId);
      if (!rootId.equals(taskId)) {
        return new Found(rootId, RootView.of(task(rootId), hold(rootId)));
      }
      Optional<RootHold> hold = hold(taskId);
      return state.isEmpty() && hold.isEmpty()
          ? new Unknown(taskId)
          : new Found(taskId, RootView.of(state, hold));
    } catch (NotHereException notHere) {
      return notHere(notHere.taskId);
    } catch (InvalidStateStoreException notNow) {
      return new Unready(notNow.getMessage());
    }
  }

  private Optional<TaskState> task(String taskId) throws NotHereException {
    Instant now = clock.instant();
    var records = ask(TaskQueries.TASK_STORE, taskId, TaskQueries.task(taskId, now));
    return RootView.remembered(
        TaskQueries.newest(records), policies.current().inForce(), now.toEpochMilli());
  }

  private Optional<RootHold> hold(String rootTaskId) throws NotHereException {
    return Optional.ofNullable(
        ask(TaskQueries.HOLD_STORE, rootTaskId, TaskQueries.hold(rootTaskId)));
  }

  private <R> R ask(String store, String key, Query<R> query) throws NotHereException {
    QueryResult<R> result = instance.ask(store, partition(key), query);
    if (result.isSuccess()) {
      return result.getResult();
    }
    FailureReason reason = result.getFailureReason();
    if (reason == FailureReason.NOT_PRESENT || reason == FailureReason.NOT_ACTIVE) {
      throw new NotHereException(key);
    }
    if (reason == FailureReason.STORE_EXCEPTION && !instance.isSettled()) {
      // it was closed under the query: its partition leaves
      throw new NotHereException(key);
    }
    throw new IllegalStateException(
        "store %s gave no answer: %s: %s".formatted(store, reason, result.getFailureMessage()));
  }

  private int partition(String taskId) {
    return TaskQueries.partition(taskId, partitions);
  }

  /** Its partition is another's, or only not yet taken care of. */
  private LeaderAnswer notHere(String taskId) {
    var owner = instance.owner(TaskQueries.TASK_STORE, partition(taskId));
    boolean isElsewhere = owner.isPresent() ? !owner.equals(instance.self()) : instance.isSettled();
    return isElsewhere
        ? new Elsewhere(taskId, owner)
        : new Unready(
            "partition %d of task %s moves or is being restored"
                .formatted(partition(taskId), taskId));
  }

  /** The task's partition cannot be asked here. */
  private static final class NotHereException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String taskId;

    NotHereException(String taskId) {
      super(taskId, null, false, false);
      this.taskId = taskId;
    }
  }
}
