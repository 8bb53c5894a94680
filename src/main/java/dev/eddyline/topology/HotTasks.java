package dev.eddyline.topology;

import dev.eddyline.schema.TaskState;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The states that were written last, so that a task's next event need not read and decode its own
 * again. Whoever takes one owns it: it comes back only by being written, so that an input that
 * turns out to be bad leaves nothing behind. The store always holds the same.
 */
final class HotTasks {

  /** Tasks of a partition, about 5 KB of heap each. */
  private static final int MAX = 2_048;

  /** The one that was kept longest ago first. */
  private final Map<String, TaskState> states =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TaskState> eldest) {
          return size() > MAX;
        }
      };

  /** The state as it was written; null when it must be read. */
  TaskState take(String taskId) {
    return states.remove(taskId);
  }

  /** Keeps a state that was just written. */
  void keep(String taskId, TaskState state) {
    states.put(taskId, state);
  }

  /** Keeps none any more. */
  void forget() {
    states.clear();
  }
}
