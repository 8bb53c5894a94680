package dev.eddyline.task;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.TaskState;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/**
 * A view of the task state that ignores writes, for proposed events.
 *
 * @param underlyingStore the store that is read
 */
record ReadOnlyStateView(TaskStateStore underlyingStore) implements TaskStateStore {

  ReadOnlyStateView {
    Objects.requireNonNull(underlyingStore, "underlyingStore");
  }

  @Override
  public OptionalLong firstStart() {
    return underlyingStore.firstStart();
  }

  @Override
  public TaskState taskState(String taskId) {
    return underlyingStore.taskState(taskId);
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    // proposed events are never recorded
  }

  @Override
  public <H extends SpecificRecord> H history(String taskId, InStore<H> place) {
    return underlyingStore.history(taskId, place);
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> place, H history) {
    // proposed events are never recorded
  }

  @Override
  public RootHold rootBlock(String rootTaskId) {
    return underlyingStore.rootBlock(rootTaskId);
  }

  @Override
  public void rootBlock(String rootTaskId, RootHold block) {
    // proposed events are never recorded
  }

  @Override
  public KnownRoot knownRoot(String rootTaskId) {
    return underlyingStore.knownRoot(rootTaskId);
  }

  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    // proposed events are never recorded
  }

  @Override
  public RemedyLookup remedyLookup() {
    return underlyingStore.remedyLookup();
  }

  @Override
  public <H extends SpecificRecord> void updateAllHistories(
      InStore<H> place, UnaryOperator<H> change) {
    // proposed events are never recorded
  }

  @Override
  public void updateAllRootBlocks(UnaryOperator<RootHold> change) {
    // proposed events are never recorded
  }

  @Override
  public void eraseTask(String key) {
    // proposed events are never recorded
  }
}
