package dev.eddyline.metrics;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts attempts at tasks of a partition in the last hour, since the partition was assigned, for
 * the newest {@link #MOST} tasks.
 */
final class Attempts {

  /** An attempt further back is not counted. */
  static final Duration WINDOW = Duration.ofHours(1);

  /** Attempts from which a task counts as attempted often. */
  static final int MANY = 3;

  static final int MOST = 1_000;

  /** Longer task ids are not counted. */
  private static final int LONGEST = 200;

  private final Newest<String, TaskAttempts> tasks = new Newest<>(MOST);

  /**
   * Counts an attempt at a task, unless it is too old.
   *
   * @param recordTime when, epoch milliseconds
   * @param now the clock, epoch milliseconds
   */
  synchronized void attempted(String taskId, long recordTime, long now) {
    if (taskId.length() > LONGEST || recordTime <= now - WINDOW.toMillis()) {
      return;
    }
    TaskAttempts before = tasks.get(taskId);
    tasks.put(
        taskId,
        before == null
            ? new TaskAttempts(1, recordTime)
            : new TaskAttempts(
                before.attemptCount() + 1, Math.max(before.lastAttempt(), recordTime)));
  }

  /** Removes a task that was reset. */
  synchronized void reset(String taskId) {
    tasks.remove(taskId);
  }

  /** Evicts tasks whose last attempt is too old. */
  synchronized void forget(long now) {
    Iterator<TaskAttempts> entries = tasks.values().iterator();
    while (entries.hasNext() && entries.next().lastAttempt() <= now - WINDOW.toMillis()) {
      entries.remove();
    }
  }

  /** Attempts by task, the least recently attempted first. */
  synchronized Map<String, TaskAttempts> tasks() {
    return new LinkedHashMap<>(tasks);
  }

  /** The number of tasks that were attempted often, or of the others. */
  synchronized long count(boolean often) {
    return tasks.values().stream().filter(it -> it.attemptCount() >= MANY == often).count();
  }
}
