package dev.eddyline.task;

import dev.eddyline.detect.HistoryPlace.InStore;
import dev.eddyline.memory.Recall;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/**
 * A view of the task state that ignores writes, for proposed events.
 *
 * @param kept the store that is read
 */
record Unrecorded(Memory kept) implements Memory {

  Unrecorded {
    Objects.requireNonNull(kept, "delegate");
  }

  @Override
  public OptionalLong firstStart() {
    return kept.firstStart();
  }

  @Override
  public TaskState task(String taskId) {
    return kept.task(taskId);
  }

  @Override
  public void task(String taskId, TaskState state) {
    // proposed events are never recorded
  }

  @Override
  public <H extends SpecificRecord> H history(String taskId, InStore<H> place) {
    return kept.history(taskId, place);
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> place, H history) {
    // proposed events are never recorded
  }

  @Override
  public RootHold hold(String rootTaskId) {
    return kept.hold(rootTaskId);
  }

  @Override
  public void hold(String rootTaskId, RootHold hold) {
    // proposed events are never recorded
  }

  @Override
  public KnownRoot root(String rootTaskId) {
    return kept.root(rootTaskId);
  }

  @Override
  public void root(String rootTaskId, KnownRoot root) {
    // proposed events are never recorded
  }

  @Override
  public Recall recall() {
    return kept.recall();
  }

  @Override
  public <H extends SpecificRecord> void changeAll(InStore<H> place, UnaryOperator<H> change) {
    // proposed events are never recorded
  }

  @Override
  public void changeHolds(UnaryOperator<RootHold> change) {
    // proposed events are never recorded
  }

  @Override
  public void forget(String key) {
    // proposed events are never recorded
  }
}
