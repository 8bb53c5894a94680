package dev.eddyline.app;

import dev.eddyline.app.LeaderAnswer.Found;
import dev.eddyline.app.LeaderAnswer.Unknown;
import dev.eddyline.app.LeaderAnswer.Unready;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import dev.eddyline.task.RootView;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/**
 * The leader context of any task at any time (document 000, "LeaderContext"), read from the stores
 * beside the processing, which it neither waits for nor holds up. Safe for use by many threads.
 *
 * <p>A subtask is answered for by its root, which keeps the context of both. What is read may be
 * ahead of what is published, by the events of one commit.
 */
public final class LeaderContexts {

  private final TaskStores stores;

  /**
   * Questions to this instance.
   *
   * @param partitions partition count of the inputs
   * @param policies tell when a task is forgotten
   * @param clock tells the windows that a task can stand in
   */
  LeaderContexts(Instance instance, int partitions, PolicySource policies, Clock clock) {
    stores = new TaskStores(instance, partitions, policies, clock);
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
      Optional<TaskState> state = stores.task(taskId);
      String rootId = state.map(TaskState::getRootTaskId).orElse(taskId);
      if (!rootId.equals(taskId)) {
        return new Found(rootId, RootView.of(stores.task(rootId), stores.hold(rootId)));
      }
      Optional<RootHold> hold = stores.hold(taskId);
      return state.isEmpty() && hold.isEmpty()
          ? new Unknown(taskId)
          : new Found(taskId, RootView.of(state, hold));
    } catch (TaskStores.NotHereException notHere) {
      return stores.notHere(notHere.taskId());
    } catch (InvalidStateStoreException notNow) {
      return new Unready(notNow.getMessage());
    }
  }
}
