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
 * The state of a partition in its stores. Writes are deferred until {@link #applyWrites}, so that a
 * rejected input changes nothing.
 */
final class PartitionStateStores implements TaskStateStore {

  /** No task has this id. */
  private static final String ABSENT_KEY = "";

  private final WindowStore<String, TaskState> taskStore;
  private final Map<String, WindowStore<String, SpecificRecord>> historyStores = new HashMap<>();
  private final KeyValueStore<String, RootHold> gateStore;
  private final Supplier<OptionalLong> firstStart;
  private final Supplier<RemedyLookup> recall;
  private final WindowStore<String, KnownRoot> rootStore;
  private final KeyValueStore<String, KnownRoot> blockedRoots;
  private final List<Runnable> pendingWrites = new ArrayList<>(3);

  private long currentWindow = -1;
  private boolean unknownTaskRequested;

  PartitionStateStores(
      ProcessorContext<?, ?> context,
      Supplier<OptionalLong> firstStart,
      Supplier<RemedyLookup> recall) {
    this.firstStart = firstStart;
    this.recall = recall;
    taskStore = context.getStateStore(EddylineTopology.TASK_STORE);
    for (InStore<?> location : EddylineTopology.HISTORY_STORES) {
      historyStores.put(location.store(), context.getStateStore(location.store()));
    }
    gateStore = context.getStateStore(EddylineTopology.GATE_STORE);
    rootStore = context.getStateStore(EddylineTopology.ROOT_STORE);
    blockedRoots = context.getStateStore(EddylineTopology.BLOCKED_ROOT_STORE);
  }

  /** Starts an input: drops deferred writes; storage time selects the window. */
  void beginInput(long storageTime) {
    pendingWrites.clear();
    unknownTaskRequested = false;
    long length = EddylineTopology.WINDOW.toMillis();
    long before = currentWindow;
    currentWindow = Math.max(0, Math.floorDiv(storageTime, length) * length);
    if (currentWindow != before) {
      openSegments();
    }
  }

  /**
   * Creates a segment in every store by deleting an absent key. A window store records its position
   * in its segments. Kafka Streams 4.3 takes a store without segments for corrupted, and discards
   * the whole task's state whenever the task moves or restarts.
   */
  private void openSegments() {
    taskStore.put(ABSENT_KEY, null, currentWindow);
    rootStore.put(ABSENT_KEY, null, currentWindow);
    historyStores.values().forEach(store -> store.put(ABSENT_KEY, null, currentWindow));
  }

  /** Takes over the predecessor's gates and rejections, and drops all others. */
  void takeOverGates(Map<String, RootHold> gates, Map<String, KnownRoot> rootsBlockedElsewhere) {
    List<String> obsolete = new ArrayList<>();
    try (KeyValueIterator<String, RootHold> all = gateStore.all()) {
      all.forEachRemaining(entry -> obsolete.add(entry.key));
    }
    obsolete.forEach(gateStore::delete);
    gates.forEach(this::takeOverGates);
    rootsBlockedElsewhere.forEach(blockedRoots::put);
  }

  /** Takes over one root: its state must show the gate or rejection, otherwise that is not read. */
  private void takeOverGates(String root, RootHold hold) {
    TaskState stored = fetchCurrentOrPrevious(taskStore, root);
    if (stored == null) {
      gateStore.put(root, hold);
      return;
    }
    TaskState state = TaskCopies.of(stored);
    Standing standing = state.getStanding();
    if (standing == null) {
      state.setStanding(RootStates.initialState(hold));
    } else {
      standing.setHeld(true);
      standing.setEpoch(Math.max(standing.getEpoch(), hold.getEpoch()));
      standing.setResetAt(Math.max(standing.getResetAt(), hold.getResetAt()));
      hold.setEpoch(standing.getEpoch());
      hold.setResetAt(standing.getResetAt());
    }
    gateStore.put(root, hold);
    taskStore.put(root, state, currentWindow);
  }

  /** Applies the deferred writes. */
  void applyWrites() {
    pendingWrites.forEach(Runnable::run);
    pendingWrites.clear();
  }

  @Override
  public OptionalLong firstStart() {
    return firstStart.get();
  }

  @Override
  public TaskState taskState(String taskId) {
    TaskState current = taskStore.fetch(taskId, currentWindow);
    if (current != null) {
      return TaskCopies.of(current);
    }
    TaskState before = fetchPreviousWindow(taskStore, taskId);
    if (before != null) {
      carryToNewWindow(taskId);
    }
    unknownTaskRequested |= before == null;
    return before == null ? null : TaskCopies.of(before);
  }

  /** Whether an unknown task was read since the input started. */
  boolean unknownTaskRequested() {
    return unknownTaskRequested;
  }

  /** Copies the histories of a task to the new window: some are written by rare events only. */
  private void carryToNewWindow(String taskId) {
    for (WindowStore<String, SpecificRecord> store : historyStores.values()) {
      SpecificRecord before = fetchPreviousWindow(store, taskId);
      if (before != null && store.fetch(taskId, currentWindow) == null) {
        pendingWrites.add(() -> store.put(taskId, before, currentWindow));
      }
    }
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    pendingWrites.add(() -> taskStore.put(taskId, state, currentWindow));
  }

  @Override
  public <H extends SpecificRecord> H history(String taskId, InStore<H> location) {
    return location
        .type()
        .cast(fetchCurrentOrPrevious(historyStores.get(location.store()), taskId));
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> location, H history) {
    pendingWrites.add(
        () -> historyStores.get(location.store()).put(taskId, history, currentWindow));
  }

  @Override
  public RootHold rootBlock(String rootTaskId) {
    return RootStates.copy(gateStore.get(rootTaskId));
  }

  @Override
  public void rootBlock(String rootTaskId, RootHold hold) {
    pendingWrites.add(() -> gateStore.put(rootTaskId, hold));
  }

  @Override
  public KnownRoot knownRoot(String rootTaskId) {
    KnownRoot known = fetchCurrentOrPrevious(rootStore, rootTaskId);
    return known == null ? blockedRoots.get(rootTaskId) : known;
  }

  /** Also stores a blocked root outside the windows, which expire, until the root is unblocked. */
  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    pendingWrites.add(() -> rootStore.put(rootTaskId, root, currentWindow));
    if (root.getHold() != null) {
      pendingWrites.add(() -> blockedRoots.put(rootTaskId, root));
    } else if (blockedRoots.get(rootTaskId) != null) {
      pendingWrites.add(() -> blockedRoots.delete(rootTaskId));
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
    WindowStore<String, SpecificRecord> store = historyStores.get(location.store());
    pendingWrites.add(
        () ->
            transformed(store.all(), stored -> change.apply(location.type().cast(stored)))
                .forEach((key, history) -> store.put(key.key(), history, key.window().start())));
  }

  @Override
  public void updateAllRootBlocks(UnaryOperator<RootHold> change) {
    pendingWrites.add(() -> transformed(gateStore.all(), change).forEach(gateStore::put));
  }

  private static <K, V> Map<K, V> transformed(KeyValueIterator<K, V> all, UnaryOperator<V> change) {
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
    pendingWrites.add(
        () -> {
          forget(taskStore, key);
          forget(rootStore, key);
          historyStores.values().forEach(store -> forget(store, key));
          gateStore.delete(key);
          blockedRoots.delete(key);
        });
  }

  private <T> void forget(WindowStore<String, T> store, String key) {
    long length = EddylineTopology.WINDOW.toMillis();
    long oldest = currentWindow - EddylineTopology.RETENTION.toMillis();
    for (long begin = currentWindow; begin >= Math.max(0, oldest); begin -= length) {
      if (store.fetch(key, begin) != null) {
        store.put(key, null, begin);
      }
    }
  }

  private <T> T fetchCurrentOrPrevious(WindowStore<String, T> store, String key) {
    T current = store.fetch(key, currentWindow);
    return current == null ? fetchPreviousWindow(store, key) : current;
  }

  private <T> T fetchPreviousWindow(WindowStore<String, T> store, String key) {
    long before = currentWindow - EddylineTopology.WINDOW.toMillis();
    return before < 0 ? null : store.fetch(key, before);
  }
}
