package dev.eddyline.metrics;

import dev.eddyline.text.Hash;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;

/**
 * Counts distinct tasks of a partition with a recent event: exact up to {@link #MAX_TRACKED_TASKS},
 * then capped. Covers the time since the partition was assigned. One thread writes; any may read
 * the number.
 */
final class ActiveTaskCount {

  /** An event that is older does not count. */
  static final Duration WINDOW = Duration.ofMinutes(10);

  /** Most tasks that are tracked; each takes about 100 bytes. */
  static final int MAX_TRACKED_TASKS = 50_000;

  /** Record time of each task's newest event, by the hash of its id, the least recent first. */
  private final LruMap<Long, Long> newestRecordTimeByTaskIdHash = new LruMap<>(MAX_TRACKED_TASKS);

  private volatile int count;

  /**
   * Adds an event of a task.
   *
   * @param recordTime when, epoch milliseconds
   * @param now the clock, epoch milliseconds
   */
  void addEvent(String taskId, long recordTime, long now) {
    if (recordTime > now - WINDOW.toMillis()) {
      if (newestRecordTimeByTaskIdHash.put(Hash.of(taskId), recordTime) == null) {
        count = newestRecordTimeByTaskIdHash.size();
      }
    }
  }

  /** Evicts tasks whose newest event is too old. */
  void evictInactiveTasks(long now) {
    Iterator<Map.Entry<Long, Long>> entries = newestRecordTimeByTaskIdHash.entrySet().iterator();
    while (entries.hasNext() && entries.next().getValue() <= now - WINDOW.toMillis()) {
      entries.remove();
    }
    count = newestRecordTimeByTaskIdHash.size();
  }

  /** The current number. */
  int count() {
    return count;
  }
}
