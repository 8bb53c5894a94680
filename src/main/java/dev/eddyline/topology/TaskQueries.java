package dev.eddyline.topology;

import dev.eddyline.schema.RootHold;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.WindowKeyQuery;
import org.apache.kafka.streams.state.WindowStoreIterator;

/** Where, and by which interactive queries, tasks are found in the stores of a running topology. */
public final class TaskQueries {

  /** The store that {@link #task} is a query of. */
  public static final String TASK_STORE = EddylineTopology.TASK_STORE;

  /** The store that {@link #hold} is a query of. */
  public static final String HOLD_STORE = EddylineTopology.GATE_STORE;

  /** The store of what partitions know of held roots of their subtasks. */
  public static final String HELD_ROOT_STORE = EddylineTopology.HELD_ROOT_STORE;

  /** The store of where each partition stands, under one key. */
  public static final String PARTITION_STORE = EddylineTopology.PARTITION_STORE;

  /** The store of tasks' ways on their workflows' graphs, asked as {@link #TASK_STORE} is. */
  public static final String WALK_STORE = "eddyline-walks";

  private TaskQueries() {}

  /** The partition that a task is at home in, among so many. */
  public static int partition(String taskId, int partitions) {
    return HomePartition.of(taskId, partitions);
  }

  /**
   * A task's records, in a windowed store, in the window of now and in the one before; and in the
   * next, where the clock of the broker, which picks the window of a write, may already be.
   */
  public static <V> WindowKeyQuery<String, V> task(String taskId, Instant now) {
    Duration length = EddylineTopology.WINDOW;
    long start = Math.floorDiv(now.toEpochMilli(), length.toMillis()) * length.toMillis();
    Instant window = Instant.ofEpochMilli(start);
    return WindowKeyQuery.withKeyAndWindowStartRange(
        taskId, window.minus(length), window.plus(length));
  }

  /** The record that counts among those of {@link #task}: the one of the newest window. */
  public static <V> Optional<V> newest(WindowStoreIterator<V> records) {
    Optional<V> newest = Optional.empty();
    try (records) {
      while (records.hasNext()) {
        newest = Optional.of(records.next().value);
      }
    }
    return newest;
  }

  /** What holds a root task; the answer is null when nothing does. */
  public static KeyQuery<String, RootHold> hold(String rootTaskId) {
    return KeyQuery.withKey(rootTaskId);
  }
}
