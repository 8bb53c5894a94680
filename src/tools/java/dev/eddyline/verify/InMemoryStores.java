package dev.eddyline.verify;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.TaskState;
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
public final class InMemoryStores implements TaskStateStore {

  private final Map<String, byte[]> tasks = new HashMap<>();
  private final Map<String, SpecificRecord> histories = new HashMap<>();
  private final Map<String, RootHold> holds = new HashMap<>();
  private final Map<String, KnownRoot> roots = new HashMap<>();
  private OptionalLong firstStart = OptionalLong.empty();

  /** Sets the time of the partition's first start. */
  public InMemoryStores startedAt(Instant time) {
    firstStart = OptionalLong.of(time.toEpochMilli());
    return this;
  }

  @Override
  public OptionalLong firstStart() {
    return firstStart;
  }

  @Override
  public TaskState taskState(String taskId) {
    byte[] stored = tasks.get(taskId);
    return stored == null ? null : TaskState.of(stored);
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    tasks.put(taskId, state.toBytes());
  }

  @Override
  public <H extends SpecificRecord> H history(String taskId, InStore<H> location) {
    return AvroCopier.deepCopy(location.type().cast(histories.get(location.kind() + "/" + taskId)));
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> location, H history) {
    histories.put(location.kind() + "/" + taskId, AvroCopier.deepCopy(history));
  }

  @Override
  public RootHold rootBlock(String rootTaskId) {
    return AvroCopier.deepCopy(holds.get(rootTaskId));
  }

  @Override
  public void rootBlock(String rootTaskId, RootHold hold) {
    if (hold == null) {
      holds.remove(rootTaskId);
    } else {
      holds.put(rootTaskId, AvroCopier.deepCopy(hold));
    }
  }

  @Override
  public KnownRoot knownRoot(String rootTaskId) {
    return AvroCopier.deepCopy(roots.get(rootTaskId));
  }

  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    roots.put(rootTaskId, AvroCopier.deepCopy(root));
  }

  @Override
  public <H extends SpecificRecord> void updateAllHistories(
      InStore<H> location, UnaryOperator<H> change) {
    histories.replaceAll(
        (key, stored) -> {
          boolean there = key.startsWith(location.kind() + "/");
          H changed =
              there ? change.apply(AvroCopier.deepCopy(location.type().cast(stored))) : null;
          return changed == null ? stored : changed;
        });
  }

  @Override
  public void updateAllRootBlocks(UnaryOperator<RootHold> change) {
    holds.replaceAll(
        (root, stored) -> {
          RootHold changed = change.apply(AvroCopier.deepCopy(stored));
          return changed == null ? stored : changed;
        });
  }

  @Override
  public void eraseTask(String key) {
    tasks.remove(key);
    histories
        .keySet()
        .removeIf(location -> location.substring(location.indexOf('/') + 1).equals(key));
    holds.remove(key);
    roots.remove(key);
  }

  /** Size of all values as they are stored, in bytes. */
  public int totalSizeBytes() {
    List<SpecificRecord> all = new ArrayList<>(histories.values());
    all.addAll(holds.values());
    all.addAll(roots.values());
    return tasks.values().stream().mapToInt(record -> record.length).sum()
        + all.stream().mapToInt(record -> AvroCopier.encode(record).length).sum();
  }

  /** All values as text. */
  @Override
  public String toString() {
    List<TaskState> states = tasks.values().stream().map(TaskState::of).toList();
    return List.of(tasks.keySet(), states, histories, holds).toString();
  }

  /** The failure history of a task. */
  public FailureHistory failureHistory(String taskId) {
    return (FailureHistory) histories.get("failures/" + taskId);
  }
}
