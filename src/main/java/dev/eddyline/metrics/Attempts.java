package dev.eddyline.metrics;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Attempts at the tasks of a partition within the last hour, as document 004's status shows them:
 * what came since this instance took the partition, of the newest {@link #MOST} tasks.
 */
final class Attempts {

  /** Document 004, "Configuration": attemptWindow. */
  static final Duration WINDOW = Duration.ofHours(1);

  /** Document 004, "Metrics": tasks with 3+ attempts. */
  static final int MANY = 3;

  static final int MOST = 1_000;

  /** Longer ids are not shown: a page is no place for them. */
  private static final int LONGEST = 200;

  private final Newest<String, TaskAttempts> tasks = new Newest<>(MOST);

  /**
   * One more attempt at a task, unless it is too long ago.
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

  /** The task begins anew. */
  synchronized void reset(String taskId) {
    tasks.remove(taskId);
  }

  /** Forgets what is too long ago. */
  synchronized void forget(long now) {
    Iterator<TaskAttempts> entries = tasks.values().iterator();
    while (entries.hasNext() && entries.next().lastAttempt() <= now - WINDOW.toMillis()) {
      entries.remove();
    }
  }

  /** Tasks by number of attempts, the longest ago first. */
  synchronized Map<String, TaskAttempts> tasks() {
    return new LinkedHashMap<>(tasks);
  }

  /** How many tasks were attempted often, or how many were not. */
  synchronized long count(boolean often) {
    return tasks.values().stream().filter(it -> it.attemptCount() >= MANY == often).count();
  }
}
