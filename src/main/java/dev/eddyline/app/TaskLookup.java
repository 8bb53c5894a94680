package dev.eddyline.app;

import dev.eddyline.app.LeaderAnswer.Unknown;
import dev.eddyline.app.LeaderAnswer.Unready;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.WalkHistory;
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
  public sealed interface Answer {

    /** The task was found. */
    record Here(TaskFacts facts) implements Answer {}

    /** The task is on another instance, unknown, or cannot be read now. */
    record NotHere(LeaderAnswer why) implements Answer {}
  }

  private final TaskStores active;
  private final TaskStores copies;

  TaskLookup(TaskStores stores) {
    active = Objects.requireNonNull(stores, "stores");
    copies = stores.withCopies();
  }

  /**
   * Looks up a task whose active partition is here. Blocks, like processing, while the registry is
   * unavailable and a stored schema is unknown.
   *
   * @throws IllegalStateException when an existing store cannot be read
   */
  public Answer of(String taskId) {
    try {
      return facts(active, taskId)
          .<Answer>map(Answer.Here::new)
          .orElseGet(() -> new Answer.NotHere(new Unknown(taskId)));
    } catch (TaskStores.NotHereException notHere) {
      return new Answer.NotHere(active.notHere(taskId));
    } catch (InvalidStateStoreException notNow) {
      return new Answer.NotHere(new Unready(notNow.getMessage()));
    }
  }

  /** Looks up a task in any local replica, which may be stale. */
  public Optional<TaskFacts> copyOf(String taskId) {
    try {
      return facts(copies, taskId);
    } catch (TaskStores.NotHereException | InvalidStateStoreException none) {
      return Optional.empty();
    }
  }

  /** Other instances with a standby replica of the task. */
  public List<HostInfo> standbys(String taskId) {
    return active.standbys(taskId);
  }

  /** This instance's address for others; empty where application.server is not set. */
  public Optional<HostInfo> self() {
    return active.self();
  }

  private static Optional<TaskFacts> facts(TaskStores stores, String taskId)
      throws TaskStores.NotHereException {
    Optional<TaskState> own = stores.task(taskId);
    Optional<WalkHistory> walk = own.isEmpty() ? Optional.empty() : stores.walk(taskId, own.get());
    String rootId = own.map(TaskState::getRootTaskId).orElse(taskId);
    if (rootId.equals(taskId)) {
      Optional<RootHold> hold = stores.hold(taskId);
      return own.isEmpty() && hold.isEmpty()
          ? Optional.empty()
          : Optional.of(new TaskFacts(taskId, own, taskId, true, own, hold, walk));
    }
    try {
      return Optional.of(
          new TaskFacts(taskId, own, rootId, true, stores.task(rootId), stores.hold(rootId), walk));
    } catch (TaskStores.NotHereException rootElsewhere) {
      return Optional.of(
          new TaskFacts(taskId, own, rootId, false, Optional.empty(), Optional.empty(), walk));
    }
  }
}
