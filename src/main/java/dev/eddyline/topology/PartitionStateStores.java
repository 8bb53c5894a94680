package dev.eddyline.topology;

import dev.eddyline.detect.HistoryPlace.InStore;
import dev.eddyline.gate.RootStates;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.schema.Standing;
import dev.eddyline.schema.TaskState;
import dev.eddyline.task.TaskStateStore;
import java.util.ArrayList;
import java.util.HashMap;
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

/**
 * The state of a partition in its stores. Writes are deferred until {@link #applyDeferredWrites},
 * so that a rejected input changes nothing.
 */
final class PartitionStateStores implements TaskStateStore {

  /** No task has this id. */
  private static final String NONEXISTENT_TASK_ID = "";

  private final WindowStore<String, TaskState> taskStore;
  private final Map<String, WindowStore<String, SpecificRecord>> historyStoreByName =
      new HashMap<>();
  private final KeyValueStore<String, RootHold> gateStore;
  private final Supplier<OptionalLong> firstStart;
  private final Supplier<RemedyLookup> recall;
  private final WindowStore<String, KnownRoot> knownRootStore;
  private final KeyValueStore<String, KnownRoot> blockedRootStore;
  private final List<Runnable> deferredWrites = new ArrayList<>(3);

  private long currentWindowStartMillis = -1;
  private boolean wasUnknownTaskRead;

  PartitionStateStores(
      ProcessorContext<?, ?> context,
      Supplier<OptionalLong> firstStart,
      Supplier<RemedyLookup> recall) {
    this.firstStart = firstStart;
    this.recall = recall;
    taskStore = context.getStateStore(EddylineTopology.TASK_STORE);
    for (InStore<?> location : EddylineTopology.HISTORY_STORES) {
      historyStoreByName.put(location.store(), context.getStateStore(location.store()));
    }
    gateStore = context.getStateStore(EddylineTopology.GATE_STORE);
    knownRootStore = context.getStateStore(EddylineTopology.ROOT_STORE);
    blockedRootStore = context.getStateStore(EddylineTopology.BLOCKED_ROOT_STORE);
  }

  /** Starts an input: drops deferred writes; storage time selects the window. */
  void beginInputAtStorageTime(long storageTime) {
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
    knownRootStore.put(NONEXISTENT_TASK_ID, null, currentWindowStartMillis);
    historyStoreByName
        .values()
        .forEach(store -> store.put(NONEXISTENT_TASK_ID, null, currentWindowStartMillis));
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
    TaskState stored = fetchFromCurrentOrPreviousWindow(taskStore, root);
    if (stored == null) {
      gateStore.put(root, hold);
      return;
    }
    TaskState state = TaskCopies.of(stored);
    Standing rootStanding = state.getStanding();
    if (rootStanding == null) {
      state.setStanding(RootStates.initialState(hold));
    } else {
      rootStanding.setHeld(true);
      rootStanding.setEpoch(Math.max(rootStanding.getEpoch(), hold.getEpoch()));
      rootStanding.setResetAt(Math.max(rootStanding.getResetAt(), hold.getResetAt()));
      hold.setEpoch(rootStanding.getEpoch());
      hold.setResetAt(rootStanding.getResetAt());
    }
    gateStore.put(root, hold);
    taskStore.put(root, state, currentWindowStartMillis);
  }

  /** Applies the deferred writes. */
  void applyDeferredWrites() {
    deferredWrites.forEach(Runnable::run);
    deferredWrites.clear();
  }

  @Override
  public OptionalLong firstStart() {
    return firstStart.get();
  }

  @Override
  public TaskState taskState(String taskId) {
    TaskState current = taskStore.fetch(taskId, currentWindowStartMillis);
    if (current != null) {
      return TaskCopies.of(current);
    }
    TaskState before = fetchFromPreviousWindow(taskStore, taskId);
    if (before != null) {
      copyHistoriesToNewWindow(taskId);
    }
    wasUnknownTaskRead |= before == null;
    return before == null ? null : TaskCopies.of(before);
  }

  /** Whether an unknown task was read since the input started. */
  boolean wasUnknownTaskRead() {
    return wasUnknownTaskRead;
  }

  /** Copies the histories of a task to the new window: some are written by rare events only. */
  private void copyHistoriesToNewWindow(String taskId) {
    for (WindowStore<String, SpecificRecord> store : historyStoreByName.values()) {
      SpecificRecord before = fetchFromPreviousWindow(store, taskId);
      if (before != null && store.fetch(taskId, currentWindowStartMillis) == null) {
        deferredWrites.add(() -> store.put(taskId, before, currentWindowStartMillis));
      }
    }
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    deferredWrites.add(() -> taskStore.put(taskId, state, currentWindowStartMillis));
  }

  @Override
  public <H extends SpecificRecord> H history(String taskId, InStore<H> location) {
    return location
        .type()
        .cast(fetchFromCurrentOrPreviousWindow(historyStoreByName.get(location.store()), taskId));
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> location, H history) {
    deferredWrites.add(
        () ->
            historyStoreByName
                .get(location.store())
                .put(taskId, history, currentWindowStartMillis));
  }

  @Override
  public RootHold rootBlock(String rootTaskId) {
    return RootStates.copy(gateStore.get(rootTaskId));
  }

  @Override
  public void rootBlock(String rootTaskId, RootHold hold) {
    deferredWrites.add(() -> gateStore.put(rootTaskId, hold));
  }

  @Override
  public KnownRoot knownRoot(String rootTaskId) {
    KnownRoot known = fetchFromCurrentOrPreviousWindow(knownRootStore, rootTaskId);
    return known == null ? blockedRootStore.get(rootTaskId) : known;
  }

  /** Also stores a blocked root outside the windows, which expire, until the root is unblocked. */
  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    deferredWrites.add(() -> knownRootStore.put(rootTaskId, root, currentWindowStartMillis));
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
    WindowStore<String, SpecificRecord> store = historyStoreByName.get(location.store());
    deferredWrites.add(
        () ->
            transformedValueByKey(store.all(), stored -> change.apply(location.type().cast(stored)))
                .forEach((key, history) -> store.put(key.key(), history, key.window().start())));
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
          forget(taskStore, key);
          forget(knownRootStore, key);
          historyStoreByName.values().forEach(store -> forget(store, key));
          gateStore.delete(key);
          blockedRootStore.delete(key);
        });
  }

  private <T> void forget(WindowStore<String, T> store, String key) {
    long length = EddylineTopology.WINDOW.toMillis();
    long oldest = currentWindowStartMillis - EddylineTopology.RETENTION.toMillis();
    for (long begin = currentWindowStartMillis; begin >= Math.max(0, oldest); begin -= length) {
      if (store.fetch(key, begin) != null) {
        store.put(key, null, begin);
      }
    }
  }

  private <T> T fetchFromCurrentOrPreviousWindow(WindowStore<String, T> store, String key) {
    T current = store.fetch(key, currentWindowStartMillis);
    return current == null ? fetchFromPreviousWindow(store, key) : current;
  }

  private <T> T fetchFromPreviousWindow(WindowStore<String, T> store, String key) {
    long before = currentWindowStartMillis - EddylineTopology.WINDOW.toMillis();
    return before < 0 ? null : store.fetch(key, before);
  }
}
