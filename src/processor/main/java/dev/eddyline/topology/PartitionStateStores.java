package dev.eddyline.topology;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.engine.PartitionStores;
import dev.eddyline.gate.RootStates;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.StoredRoot;
import dev.eddyline.state.TaskState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.WindowStore;
import org.jspecify.annotations.Nullable;

/** The state of a partition in its stores. */
final class PartitionStateStores implements PartitionStores {

  /** No task has this id. */
  private static final String NONEXISTENT_TASK_ID = "";

  /** Initial buffer size for a record, bytes; enough for most. */
  private static final int INITIAL_RECORD_BYTES = 4096;

  private final WindowStore<String, byte[]> taskStore;
  private final ByteEncoder encoder = new ByteEncoder(INITIAL_RECORD_BYTES);
  private final HistoryStore histories;
  private final KeyValueStore<String, RootHold> gateStore;
  private final Supplier<OptionalLong> firstStart;
  private final Supplier<RemedyLookup> recall;
  private final KeyValueStore<String, KnownRoot> blockedRootStore;
  private final List<Runnable> deferredWrites = new ArrayList<>(3);

  private long currentWindowStartMillis = -1;
  private boolean wasUnknownTaskRead;

  PartitionStateStores(
      ProcessorContext<?, ?> context, TopologyParts parts, Supplier<OptionalLong> firstStart) {
    this.firstStart = firstStart;
    recall = parts.recall();
    taskStore = context.getStateStore(EddylineTopology.TASK_STORE);
    histories = new HistoryStore(context, parts);
    gateStore = context.getStateStore(EddylineTopology.GATE_STORE);
    blockedRootStore = context.getStateStore(EddylineTopology.BLOCKED_ROOT_STORE);
  }

  /** Also selects the window by the storage time. */
  @Override
  public void beginInput(long storageTime) {
    deferredWrites.clear();
    wasUnknownTaskRead = false;
    long length = EddylineTopology.WINDOW.toMillis();
    long before = currentWindowStartMillis;
    currentWindowStartMillis = Math.max(0, Math.floorDiv(storageTime, length) * length);
    if (currentWindowStartMillis != before) {
      openSegments();
    }
  }

  /**
   * Creates a segment in every store by deleting an absent key. A window store records its position
   * in its segments. Kafka Streams 4.3 takes a store without segments for corrupted, and discards
   * the whole task's state whenever the task moves or restarts.
   */
  private void openSegments() {
    taskStore.put(NONEXISTENT_TASK_ID, null, currentWindowStartMillis);
    histories.openSegment(currentWindowStartMillis);
  }

  /** Takes over the predecessor's gates and rejections, and drops all others. */
  void takeOverGates(Map<String, RootHold> gates, Map<String, KnownRoot> rootsBlockedElsewhere) {
    List<String> obsoleteKeys = new ArrayList<>();
    try (KeyValueIterator<String, RootHold> all = gateStore.all()) {
      all.forEachRemaining(entry -> obsoleteKeys.add(entry.key));
    }
    obsoleteKeys.forEach(gateStore::delete);
    gates.forEach(this::takeOverGates);
    rootsBlockedElsewhere.forEach(blockedRootStore::put);
  }

  /** Takes over one root: its state must show the gate or rejection, otherwise that is not read. */
  private void takeOverGates(String root, RootHold hold) {
    byte[] current = taskStore.fetch(root, currentWindowStartMillis);
    byte[] stored = current == null ? fetchFromPreviousWindow(root) : current;
    if (stored == null) {
      gateStore.put(root, hold);
      return;
    }
    TaskState state = TaskState.of(stored);
    StoredRoot storedRoot = state.getStoredRoot();
    if (storedRoot == null) {
      state.setStoredRoot(RootStates.initialState(hold));
    } else {
      storedRoot.setBlocked(true);
      storedRoot.setEpoch(Math.max(storedRoot.getEpoch(), hold.getEpoch()));
      storedRoot.setResetAt(Math.max(storedRoot.getResetAt(), hold.getResetAt()));
      hold.setEpoch(storedRoot.getEpoch());
      hold.setResetAt(storedRoot.getResetAt());
      state.setStoredRoot(storedRoot);
    }
    gateStore.put(root, hold);
    taskStore.put(root, encoded(state), currentWindowStartMillis);
  }

  @Override
  public void applyWrites() {
    deferredWrites.forEach(Runnable::run);
    deferredWrites.clear();
  }

  @Override
  public OptionalLong firstStart() {
    return firstStart.get();
  }

  @Override
  public TaskState taskState(String taskId) {
    byte[] current = taskStore.fetch(taskId, currentWindowStartMillis);
    if (current != null) {
      return TaskState.of(current);
    }
    byte[] before = fetchFromPreviousWindow(taskId);
    if (before != null) {
      // some are written by rare events only
      deferredWrites.add(
          () -> histories.copyToWindow(taskId, previousWindowStart(), currentWindowStartMillis));
    }
    wasUnknownTaskRead |= before == null;
    return before == null ? null : TaskState.of(before);
  }

  /** Whether an unknown task was read since the input started. */
  boolean wasUnknownTaskRead() {
    return wasUnknownTaskRead;
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    byte[] record = encoded(state);
    deferredWrites.add(() -> taskStore.put(taskId, record, currentWindowStartMillis));
  }

  private byte[] encoded(TaskState state) {
    encoder.start();
    state.write(encoder);
    return encoder.toByteArray();
  }

  @Override
  public <H extends SpecificRecord> H history(String taskId, InStore<H> location) {
    H current = histories.fetch(taskId, location, currentWindowStartMillis);
    return current == null && previousWindowStart() >= 0
        ? histories.fetch(taskId, location, previousWindowStart())
        : current;
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> location, H history) {
    deferredWrites.add(() -> histories.put(taskId, location, history, currentWindowStartMillis));
  }

  @Override
  public RootHold rootBlock(String rootTaskId) {
    return gateStore.get(rootTaskId);
  }

  @Override
  public void rootBlock(String rootTaskId, RootHold hold) {
    deferredWrites.add(() -> gateStore.put(rootTaskId, hold));
  }

  @Override
  public KnownRoot knownRoot(String rootTaskId) {
    KnownRoot known = history(rootTaskId, EddylineTopology.KNOWN_ROOTS);
    return known == null ? blockedRootStore.get(rootTaskId) : known;
  }

  /** Also stores a blocked root outside the windows, which expire, until the root is unblocked. */
  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    history(rootTaskId, EddylineTopology.KNOWN_ROOTS, root);
    if (root.getHold() != null) {
      deferredWrites.add(() -> blockedRootStore.put(rootTaskId, root));
    } else if (blockedRootStore.get(rootTaskId) != null) {
      deferredWrites.add(() -> blockedRootStore.delete(rootTaskId));
    }
  }

  @Override
  public RemedyLookup remedyLookup() {
    return recall.get();
  }

  /** Scans the whole store, within the input that requires it. */
  @Override
  public <H extends SpecificRecord> void updateAllHistories(
      InStore<H> location, UnaryOperator<H> change) {
    deferredWrites.add(() -> histories.updateAll(location, change));
  }

  @Override
  public void updateAllRootBlocks(UnaryOperator<RootHold> change) {
    deferredWrites.add(
        () -> transformedValueByKey(gateStore.all(), change).forEach(gateStore::put));
  }

  private static <K, V> Map<K, V> transformedValueByKey(
      KeyValueIterator<K, V> all, UnaryOperator<V> change) {
    Map<K, V> changed = new LinkedHashMap<>();
    try (all) {
      all.forEachRemaining(
          stored -> {
            V after = change.apply(stored.value);
            if (after != null) {
              changed.put(stored.key, after);
            }
          });
    }
    return changed;
  }

  /** Also deletes from windows that are no longer read but may still exist. */
  @Override
  public void eraseTask(String key) {
    deferredWrites.add(
        () -> {
          long length = EddylineTopology.WINDOW.toMillis();
          long oldest = currentWindowStartMillis - EddylineTopology.RETENTION.toMillis();
          for (long begin = currentWindowStartMillis;
              begin >= Math.max(0, oldest);
              begin -= length) {
            if (taskStore.fetch(key, begin) != null) {
              taskStore.put(key, null, begin);
            }
            histories.delete(key, begin);
          }
          gateStore.delete(key);
          blockedRootStore.delete(key);
        });
  }

  private byte @Nullable [] fetchFromPreviousWindow(String taskId) {
    return previousWindowStart() < 0 ? null : taskStore.fetch(taskId, previousWindowStart());
  }

  private long previousWindowStart() {
    return currentWindowStartMillis - EddylineTopology.WINDOW.toMillis();
  }
}
