package dev.eddyline.metrics;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts attempts at tasks of a partition in the last hour, since the partition was assigned, for
 * the newest {@link #MAX_TRACKED_TASKS} tasks.
 */
final class AttemptCounts {

  /** An attempt further back is not counted. */
  static final Duration WINDOW = Duration.ofHours(1);

  /** Attempts from which a task counts as attempted often. */
  static final int MIN_ATTEMPTS_TO_COUNT_AS_OFTEN_TRIED = 3;

  static final int MAX_TRACKED_TASKS = 1_000;

  /** Longer task ids are not counted. */
  private static final int MAX_TASK_ID_LENGTH = 200;

  private final LruMap<String, RecentAttempts> tasks = new LruMap<>(MAX_TRACKED_TASKS);

  /**
   * Counts an attempt at a task, unless it is too old.
   *
   * @param recordTime when, epoch milliseconds
   * @param now the clock, epoch milliseconds
   */
  synchronized void addAttempt(String taskId, long recordTime, long now) {
    if (taskId.length() > MAX_TASK_ID_LENGTH || recordTime <= now - WINDOW.toMillis()) {
      return;
    }
    RecentAttempts before = tasks.get(taskId);
    tasks.put(
        taskId,
        before == null
            ? new RecentAttempts(1, recordTime)
            : new RecentAttempts(
                before.attemptCount() + 1, Math.max(before.lastAttempt(), recordTime)));
  }

  /** Removes a task that was reset. */
  synchronized void reset(String taskId) {
    tasks.remove(taskId);
  }

  /** Evicts tasks whose last attempt is too old. */
  synchronized void evictTasksWithoutRecentAttempt(long now) {
    Iterator<RecentAttempts> entries = tasks.values().iterator();
    while (entries.hasNext() && entries.next().lastAttempt() <= now - WINDOW.toMillis()) {
      entries.remove();
    }
  }

  /** Attempts by task, the least recently attempted first. */
  synchronized Map<String, RecentAttempts> tasks() {
    return new LinkedHashMap<>(tasks);
  }

  /** The number of tasks that were attempted often, or of the others. */
  synchronized long count(boolean often) {
    return tasks.values().stream()
        .filter(it -> it.attemptCount() >= MIN_ATTEMPTS_TO_COUNT_AS_OFTEN_TRIED == often)
        .count();
  }
}
