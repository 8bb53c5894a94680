package dev.eddyline.console.view;

import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a projection. Their number and size is bounded, except for those with an open gate.
 * Not thread-safe.
 */
final class ProjectedTasks {

  /** Tasks may exceed their limits by one of so many parts before the oldest are evicted. */
  private static final int EVICTION_SHARE = 16;

  private final int maxTasks;
  private final long maxTotalChars;
  private int tasksBeforeEviction;
  private long charsBeforeEviction;
  private long chars;
  private final Map<String, TaskProjection> tasks = new LinkedHashMap<>();

  /**
   * Creates an empty collection.
   *
   * @param maxTotalChars approximate maximum of characters of all tasks
   */
  ProjectedTasks(int maxTasks, long maxTotalChars) {
    this.maxTasks = maxTasks;
    this.maxTotalChars = maxTotalChars;
    tasksBeforeEviction = maxTasks;
    charsBeforeEviction = maxTotalChars;
  }

  /** Applies an output to its task and its root, and returns the root. */
  TaskProjection applyOutput(OutputEntry output) {
    TaskProjection root = getOrCreateAndMarkAsNewest(output.rootTaskId());
    TaskProjection task =
        output.taskId().equals(output.rootTaskId())
            ? root
            : getOrCreateAndMarkAsNewest(output.taskId(), root);
    applyOutput(task, output);
    if (task != root) {
      applyOutput(root, output);
    }
    root.tree().applyToLoopCounter(output);
    if (task != root) {
      // a root is evicted after its subtasks
      getOrCreateAndMarkAsNewest(output.rootTaskId());
    }
    return root;
  }

  private void applyOutput(TaskProjection task, OutputEntry output) {
    int before = task.size();
    task.trackOutputScope(output.taskId(), workflow(output));
    task.applyOutput(output);
    chars += task.size() - before;
  }

  /** The root task with this id, which is evicted last. */
  TaskProjection getOrCreateAndMarkAsNewest(String rootTaskId) {
    return getOrCreateAndMarkAsNewest(rootTaskId, null);
  }

  private TaskProjection getOrCreateAndMarkAsNewest(String taskId, @Nullable TaskProjection root) {
    TaskProjection line = tasks.remove(taskId);
    if (line == null) {
      line = new TaskProjection(taskId, root);
      chars += line.size();
    }
    tasks.put(taskId, line);
    return line;
  }

  /** Removes all tasks below these roots, with the roots; false if there are none. */
  boolean removeTrees(Set<String> roots) {
    if (!tasks.values().removeIf(task -> roots.contains(task.root().taskId()))) {
      return false;
    }
    chars = tasks.values().stream().mapToLong(TaskProjection::size).sum();
    return true;
  }

  /**
   * Evicts tasks without an open gate, least recently updated first. As it looks at all tasks with
   * an open gate, the tasks then grow by a sixteenth before it does so again.
   */
  void evictOverLimit() {
    if (tasks.size() <= tasksBeforeEviction && chars <= charsBeforeEviction) {
      return;
    }
    Iterator<TaskProjection> oldest = tasks.values().iterator();
    while ((tasks.size() > maxTasks || chars > maxTotalChars) && oldest.hasNext()) {
      TaskProjection task = oldest.next();
      if (task.gate() == null) {
        chars -= task.size();
        oldest.remove();
      }
    }
    tasksBeforeEviction = Math.max(maxTasks, tasks.size()) + maxTasks / EVICTION_SHARE;
    charsBeforeEviction = Math.max(maxTotalChars, chars) + maxTotalChars / EVICTION_SHARE;
  }

  /** Removes an output that is no longer stored from its task and its root. */
  void removeEvicted(OutputEntry oldest) {
    TaskProjection task = tasks.get(oldest.taskId());
    if (task != null) {
      task.removeEvicted(oldest);
    }
    TaskProjection root = tasks.get(oldest.rootTaskId());
    if (root != null && root != task) {
      root.removeEvicted(oldest);
    }
  }

  /** The workflow of an output's task; null where it is unknown. */
  @Nullable String workflow(OutputEntry output) {
    if (output.record() instanceof LoopVerdict verdict) {
      return verdict.getWorkflow();
    }
    if (output.record() instanceof GateTrigger change) {
      return change.getWorkflow();
    }
    TaskProjection line = tasks.get(output.taskId());
    return line == null ? null : line.workflow();
  }

  /** The task, or null. */
  TaskProjection get(String taskId) {
    return tasks.get(taskId);
  }

  /** All tasks, least recently updated first. */
  Collection<TaskProjection> all() {
    return tasks.values();
  }
}
