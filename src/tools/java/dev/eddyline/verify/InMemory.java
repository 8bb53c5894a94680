package dev.eddyline.verify;

import dev.eddyline.detect.HistoryPlace.InStore;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.TaskState;
import dev.eddyline.task.TaskStateStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;

/** Task stores in maps that copy every value on read and write, as real stores do. */
public final class InMemory implements TaskStateStore {

  private final Map<String, TaskState> tasks = new HashMap<>();
  private final Map<String, SpecificRecord> histories = new HashMap<>();
  private final Map<String, RootHold> holds = new HashMap<>();
  private final Map<String, KnownRoot> roots = new HashMap<>();
  private OptionalLong firstStart = OptionalLong.empty();

  /** Sets the time of the partition's first start. */
  public InMemory startedAt(Instant time) {
    firstStart = OptionalLong.of(time.toEpochMilli());
    return this;
  }

  @Override
  public OptionalLong firstStart() {
    return firstStart;
  }

  @Override
  public TaskState taskState(String taskId) {
    return Copies.of(tasks.get(taskId));
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    tasks.put(taskId, Copies.of(state));
  }

  @Override
  public <H extends SpecificRecord> H history(String taskId, InStore<H> place) {
    return Copies.of(place.type().cast(histories.get(place.store() + "/" + taskId)));
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> place, H history) {
    histories.put(place.store() + "/" + taskId, Copies.of(history));
  }

  @Override
  public RootHold rootBlock(String rootTaskId) {
    return Copies.of(holds.get(rootTaskId));
  }

  @Override
  public void rootBlock(String rootTaskId, RootHold hold) {
    if (hold == null) {
      holds.remove(rootTaskId);
    } else {
      holds.put(rootTaskId, Copies.of(hold));
    }
  }

  @Override
  public KnownRoot knownRoot(String rootTaskId) {
    return Copies.of(roots.get(rootTaskId));
  }

  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    roots.put(rootTaskId, Copies.of(root));
  }

  @Override
  public <H extends SpecificRecord> void updateHistories(
      InStore<H> place, UnaryOperator<H> change) {
    histories.replaceAll(
        (key, kept) -> {
          boolean there = key.startsWith(place.store() + "/");
          H changed = there ? change.apply(Copies.of(place.type().cast(kept))) : null;
          return changed == null ? kept : changed;
        });
  }

  @Override
  public void updateRootBlocks(UnaryOperator<RootHold> change) {
    holds.replaceAll(
        (root, kept) -> {
          RootHold changed = change.apply(Copies.of(kept));
          return changed == null ? kept : changed;
        });
  }

  @Override
  public void erase(String key) {
    tasks.remove(key);
    histories.keySet().removeIf(place -> place.substring(place.indexOf('/') + 1).equals(key));
    holds.remove(key);
    roots.remove(key);
  }

  /** Size of all values in Avro encoding, in bytes. */
  public int bytes() {
    List<SpecificRecord> all = new ArrayList<>(tasks.values());
    all.addAll(histories.values());
    all.addAll(holds.values());
    all.addAll(roots.values());
    return all.stream().mapToInt(record -> Copies.bytes(record).length).sum();
  }

  /** All values as text. */
  @Override
  public String toString() {
    return List.of(tasks, histories, holds).toString();
  }

  /** The failure history of a task. */
  public FailureHistory failures(String taskId) {
    return (FailureHistory) histories.get("eddyline-failures/" + taskId);
  }
}
