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
 * The state of a partition in its stores. Writes are deferred until {@link #write}, so that a
 * rejected input changes nothing.
 */
final class StoredMemory implements TaskStateStore {

  /** No task has this id. */
  private static final String NOBODY = "";

  private final WindowStore<String, TaskState> tasks;
  private final Map<String, WindowStore<String, SpecificRecord>> histories = new HashMap<>();
  private final KeyValueStore<String, RootHold> holds;
  private final Supplier<OptionalLong> firstStart;
  private final Supplier<RemedyLookup> recall;
  private final WindowStore<String, KnownRoot> roots;
  private final KeyValueStore<String, KnownRoot> heldRoots;
  private final List<Runnable> writes = new ArrayList<>(3);

  private long window = -1;
  private boolean unknown;

  StoredMemory(
      ProcessorContext<?, ?> context,
      Supplier<OptionalLong> firstStart,
      Supplier<RemedyLookup> recall) {
    this.firstStart = firstStart;
    this.recall = recall;
    tasks = context.getStateStore(EddylineTopology.TASK_STORE);
    for (InStore<?> place : EddylineTopology.HISTORIES) {
      histories.put(place.store(), context.getStateStore(place.store()));
    }
    holds = context.getStateStore(EddylineTopology.GATE_STORE);
    roots = context.getStateStore(EddylineTopology.ROOT_STORE);
    heldRoots = context.getStateStore(EddylineTopology.HELD_ROOT_STORE);
  }

  /** Starts an input: drops deferred writes; storage time selects the window. */
  void begin(long storageTime) {
    writes.clear();
    unknown = false;
    long length = EddylineTopology.WINDOW.toMillis();
    long before = window;
    window = Math.max(0, Math.floorDiv(storageTime, length) * length);
    if (window != before) {
      openSegments();
    }
  }

  /**
   * Creates a segment in every store by deleting an absent key. A window store records its position
   * in its segments. Kafka Streams 4.3 takes a store without segments for corrupted, and discards
   * the whole task's state whenever the task moves or restarts.
   */
  private void openSegments() {
    tasks.put(NOBODY, null, window);
    roots.put(NOBODY, null, window);
    histories.values().forEach(store -> store.put(NOBODY, null, window));
  }

  /** Takes over the predecessor's gates and rejections, and drops all others. */
  void takeOver(Map<String, RootHold> held, Map<String, KnownRoot> heldByRoots) {
    List<String> released = new ArrayList<>();
    try (KeyValueIterator<String, RootHold> all = holds.all()) {
      all.forEachRemaining(entry -> released.add(entry.key));
    }
    released.forEach(holds::delete);
    held.forEach(this::takeOver);
    heldByRoots.forEach(heldRoots::put);
  }

  /** Takes over one root: its state must show the gate or rejection, otherwise that is not read. */
  private void takeOver(String root, RootHold hold) {
    TaskState kept = fetch(tasks, root);
    if (kept == null) {
      holds.put(root, hold);
      return;
    }
    TaskState state = TaskCopies.of(kept);
    Standing standing = state.getStanding();
    if (standing == null) {
      state.setStanding(RootStates.initial(hold));
    } else {
      standing.setHeld(true);
      standing.setEpoch(Math.max(standing.getEpoch(), hold.getEpoch()));
      standing.setResetAt(Math.max(standing.getResetAt(), hold.getResetAt()));
      hold.setEpoch(standing.getEpoch());
      hold.setResetAt(standing.getResetAt());
    }
    holds.put(root, hold);
    tasks.put(root, state, window);
  }

  /** Applies the deferred writes. */
  void write() {
    writes.forEach(Runnable::run);
    writes.clear();
  }

  @Override
  public OptionalLong firstStart() {
    return firstStart.get();
  }

  @Override
  public TaskState taskState(String taskId) {
    TaskState current = tasks.fetch(taskId, window);
    if (current != null) {
      return TaskCopies.of(current);
    }
    TaskState before = before(tasks, taskId);
    if (before != null) {
      carry(taskId);
    }
    unknown |= before == null;
    return before == null ? null : TaskCopies.of(before);
  }

  /** Whether an unknown task was read since the input started. */
  boolean askedForUnknown() {
    return unknown;
  }

  /** Copies the histories of a task to the new window: some are written by rare events only. */
  private void carry(String taskId) {
    for (WindowStore<String, SpecificRecord> store : histories.values()) {
      SpecificRecord before = before(store, taskId);
      if (before != null && store.fetch(taskId, window) == null) {
        writes.add(() -> store.put(taskId, before, window));
      }
    }
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    writes.add(() -> tasks.put(taskId, state, window));
  }

  @Override
  public <H extends SpecificRecord> H history(String taskId, InStore<H> place) {
    return place.type().cast(fetch(histories.get(place.store()), taskId));
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> place, H history) {
    writes.add(() -> histories.get(place.store()).put(taskId, history, window));
  }

  @Override
  public RootHold rootBlock(String rootTaskId) {
    return RootStates.copy(holds.get(rootTaskId));
  }

  @Override
  public void rootBlock(String rootTaskId, RootHold hold) {
    writes.add(() -> holds.put(rootTaskId, hold));
  }

  @Override
  public KnownRoot knownRoot(String rootTaskId) {
    KnownRoot known = fetch(roots, rootTaskId);
    return known == null ? heldRoots.get(rootTaskId) : known;
  }

  /** Also stores a blocked root outside the windows, which expire, until the root is unblocked. */
  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    writes.add(() -> roots.put(rootTaskId, root, window));
    if (root.getHold() != null) {
      writes.add(() -> heldRoots.put(rootTaskId, root));
    } else if (heldRoots.get(rootTaskId) != null) {
      writes.add(() -> heldRoots.delete(rootTaskId));
    }
  }

  @Override
  public RemedyLookup remedyLookup() {
    return recall.get();
  }

  /** Scans the whole store, within the input that requires it. */
  @Override
  public <H extends SpecificRecord> void updateHistories(
      InStore<H> place, UnaryOperator<H> change) {
    WindowStore<String, SpecificRecord> store = histories.get(place.store());
    writes.add(
        () ->
            changed(store.all(), kept -> change.apply(place.type().cast(kept)))
                .forEach((key, history) -> store.put(key.key(), history, key.window().start())));
  }

  @Override
  public void updateRootBlocks(UnaryOperator<RootHold> change) {
    writes.add(() -> changed(holds.all(), change).forEach(holds::put));
  }

  private static <K, V> Map<K, V> changed(KeyValueIterator<K, V> all, UnaryOperator<V> change) {
    Map<K, V> changed = new LinkedHashMap<>();
    try (all) {
      all.forEachRemaining(
          kept -> {
            V after = change.apply(kept.value);
            if (after != null) {
              changed.put(kept.key, after);
            }
          });
    }
    return changed;
  }

  /** Also deletes from windows that are no longer read but may still exist. */
  @Override
  public void erase(String key) {
    writes.add(
        () -> {
          forget(tasks, key);
          forget(roots, key);
          histories.values().forEach(store -> forget(store, key));
          holds.delete(key);
          heldRoots.delete(key);
        });
  }

  private <T> void forget(WindowStore<String, T> store, String key) {
    long length = EddylineTopology.WINDOW.toMillis();
    long oldest = window - EddylineTopology.RETENTION.toMillis();
    for (long begin = window; begin >= Math.max(0, oldest); begin -= length) {
      if (store.fetch(key, begin) != null) {
        store.put(key, null, begin);
      }
    }
  }

  private <T> T fetch(WindowStore<String, T> store, String key) {
    T current = store.fetch(key, window);
    return current == null ? before(store, key) : current;
  }

  private <T> T before(WindowStore<String, T> store, String key) {
    long before = window - EddylineTopology.WINDOW.toMillis();
    return before < 0 ? null : store.fetch(key, before);
  }
}
