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
 * What the stores of this instance tell of any task, with its root's leader context (document 000,
 * "LeaderContext"), or who else is to be asked. They are read beside the processing, which this
 * neither waits for nor holds up; what is read may be ahead of what is published, by the events of
 * one commit. Safe for use by many threads.
 */
public final class TaskLookup {

  /** What was found, or else why nothing was. */
  public sealed interface Answer {

    /** The task is at home here. */
    record Here(TaskFacts facts) implements Answer {}

    /** The task is not here, not known, or cannot be asked for now. */
    record NotHere(LeaderAnswer why) implements Answer {}
  }

  private final TaskStores active;
  private final TaskStores copies;

  TaskLookup(TaskStores stores) {
    active = Objects.requireNonNull(stores, "stores");
    copies = stores.withCopies();
  }

  /**
   * What its owner knows, if that is this instance. Waits only as the processing does: while the
   * registry is away that knows the schema of what is stored.
   *
   * @throws IllegalStateException when a store fails to answer although it is there
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

  /** What a copy that this instance keeps knows of it; it may be behind. */
  public Optional<TaskFacts> copyOf(String taskId) {
    try {
      return facts(copies, taskId);
    } catch (TaskStores.NotHereException | InvalidStateStoreException none) {
      return Optional.empty();
    }
  }

  /** Other instances that keep a copy of it. */
  public List<HostInfo> standbys(String taskId) {
    return active.standbys(taskId);
  }

  /** This instance as the others see it; empty where application.server is not set. */
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
