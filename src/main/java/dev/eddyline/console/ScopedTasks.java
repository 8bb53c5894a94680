package dev.eddyline.console;

import dev.eddyline.access.TaskScope;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tasks that one scope covers. In a tree with tasks outside the scope, texts and figures come
 * from covered outputs only; what blocks a root blocks its whole tree. For a single read.
 */
final class ScopedTasks {

  private final Kept kept;
  private final TaskScope scope;
  private final Map<TaskLine, TaskLine> roots = new HashMap<>();

  ScopedTasks(Kept kept, TaskScope scope) {
    this.kept = kept;
    this.scope = scope;
  }

  /** All tasks that the scope covers. */
  Stream<TaskLine> all() {
    return kept.tasks().stream()
        .filter(task -> scope.covers(task.taskId(), task.workflow()))
        .map(this::narrowed)
        // without covered outputs nothing may be shown
        .filter(task -> task.lastAt() > 0);
  }

  /** The task with covered outputs only, even if it is outside the scope; null if unknown. */
  TaskLine task(String taskId) {
    TaskLine task = kept.task(taskId);
    return task == null ? null : narrowed(task);
  }

  private TaskLine narrowed(TaskLine task) {
    if (scope.isAll()) {
      return task;
    }
    TaskLine root =
        roots.computeIfAbsent(task.root(), it -> it.isWithin(scope) ? it : narrowed(it, null));
    if (task.isRoot()) {
      return root;
    }
    return task.isBelow(root) && task.isWithin(scope) ? task : narrowed(task, root);
  }

  private TaskLine narrowed(TaskLine task, TaskLine root) {
    return task.narrowed(root, told -> kept.isCovered(told, scope));
  }
}
