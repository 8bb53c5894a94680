package dev.eddyline.topology;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.schema.RootHold;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.streams.query.KeyQuery;
import org.apache.kafka.streams.query.WindowKeyQuery;
import org.apache.kafka.streams.state.WindowStoreIterator;

/** The stores and interactive queries for tasks of a running topology. */
public final class TaskQueries {

  /** The store for {@link #taskQuery}. */
  public static final String TASK_STORE = EddylineTopology.TASK_STORE;

  /** The store for {@link #gateOrRejectionQuery}. */
  public static final String GATE_STORE = EddylineTopology.GATE_STORE;

  /** The store of what partitions know of blocked roots of their subtasks. */
  public static final String BLOCKED_ROOT_STORE = EddylineTopology.BLOCKED_ROOT_STORE;

  /** The store of each partition's position, under one key. */
  public static final String PARTITION_STORE = EddylineTopology.PARTITION_STORE;

  /** The store of histories, for {@link #historyQuery}. */
  public static final String HISTORY_STORE = EddylineTopology.HISTORY_STORE;

  private TaskQueries() {}

  /** The home partition of a task, among this number of partitions. */
  public static int homePartition(String taskId, int partitions) {
    return HomePartition.of(taskId, partitions);
  }

  /**
   * Queries a task in a windowed store: the current window, the previous and the next, which the
   * broker's clock may already have reached.
   */
  public static <V> WindowKeyQuery<String, V> taskQuery(String taskId, Instant now) {
    Duration length = EddylineTopology.WINDOW;
    long start = Math.floorDiv(now.toEpochMilli(), length.toMillis()) * length.toMillis();
    Instant window = Instant.ofEpochMilli(start);
    return WindowKeyQuery.withKeyAndWindowStartRange(
        taskId, window.minus(length), window.plus(length));
  }

  /** Queries the encoded history of this kind of a task. */
  public static WindowKeyQuery<String, byte[]> historyQuery(
      String taskId, InStore<?> place, Instant now) {
    return taskQuery(HistoryStore.key(taskId, place), now);
  }

  /**
   * The length of the owner's id at the start of a history's encoded key.
   *
   * @param key starts with the key in UTF-8
   * @param length bytes of the key
   */
  public static int historyOwnerLength(byte[] key, int length) {
    int end = Math.max(0, length - 1); // the key that opens a segment is empty
    while (end > 0 && key[end] != HistoryStore.KIND_SEPARATOR) {
      end--;
    }
    return end;
  }

  /** The valid record among a query's results: that of the newest window. */
  public static <V> Optional<V> newestWindowValue(WindowStoreIterator<V> records) {
    Optional<V> newest = Optional.empty();
    try (records) {
      while (records.hasNext()) {
        newest = Optional.of(records.next().value);
      }
    }
    return newest;
  }

  /**
   * Queries the open gate or rejection of a root task as of the last commit; the result is null
   * without one.
   */
  public static KeyQuery<String, RootHold> gateOrRejectionQuery(String rootTaskId) {
    return KeyQuery.<String, RootHold>withKey(rootTaskId).skipCache();
  }
}
