package dev.eddyline.metrics;

import dev.eddyline.detect.Hash;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;

/**
 * How many different tasks of a partition had an event lately: exact up to {@link #MOST}, more are
 * counted as that many. It knows what came since this instance took the partition. One thread
 * writes, any may read the number.
 */
final class TasksNow {

  /** An event that is older does not count. */
  static final Duration WINDOW = Duration.ofMinutes(10);

  /** Tasks that are told apart; each takes about 100 bytes. */
  static final int MOST = 50_000;

  /** Record time of each task's newest event by the task's hash, the longest ago first. */
  private final Newest<Long, Long> newest = new Newest<>(MOST);

  private volatile int count;

  /**
   * A task had an event.
   *
   * @param recordTime when, epoch milliseconds
   * @param now the clock, epoch milliseconds
   */
  void event(String taskId, long recordTime, long now) {
    if (recordTime > now - WINDOW.toMillis()) {
      if (newest.put(Hash.of(taskId), recordTime) == null) {
        count = newest.size();
      }
    }
  }

  /** Forgets what is too long ago. */
  void forget(long now) {
    Iterator<Map.Entry<Long, Long>> entries = newest.entrySet().iterator();
    while (entries.hasNext() && entries.next().getValue() <= now - WINDOW.toMillis()) {
      entries.remove();
    }
    count = newest.size();
  }

  /** The number now. */
  int count() {
    return count;
  }
}
