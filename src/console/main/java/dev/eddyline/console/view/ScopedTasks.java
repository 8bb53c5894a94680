package dev.eddyline.console.view;

import dev.eddyline.access.TaskScope;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The tasks that one scope covers. In a tree with tasks outside the scope, texts and figures come
 * from covered outputs only; what blocks a root blocks its whole tree. For a single read.
 */
public final class ScopedTasks {

  private final OutputProjection projection;
  private final TaskScope scope;
  private final Map<TaskProjection, TaskProjection> roots = new HashMap<>();

  /** The tasks of a projection that a scope covers. */
  public ScopedTasks(OutputProjection projection, TaskScope scope) {
    this.projection = projection;
    this.scope = scope;
  }

  /** All tasks that the scope covers. */
  public Stream<TaskProjection> all() {
    return projection.tasks().stream()
        .filter(task -> scope.covers(task.taskId(), task.workflow()))
        .map(this::copyWithinScope)
        // without covered outputs nothing may be shown
        .filter(task -> task.lastAt() > 0);
  }

  /** The task with covered outputs only, even if it is outside the scope; null if unknown. */
  public TaskProjection task(String taskId) {
    TaskProjection task = projection.task(taskId);
    return task == null ? null : copyWithinScope(task);
  }

  private TaskProjection copyWithinScope(TaskProjection task) {
    if (scope.isAll()) {
      return task;
    }
    TaskProjection root =
        roots.computeIfAbsent(
            task.root(), it -> it.isWithin(scope) ? it : copyWithinScope(it, null));
    if (task.isRoot()) {
      return root;
    }
    return task.belongsToRoot(root) && task.isWithin(scope) ? task : copyWithinScope(task, root);
  }

  private TaskProjection copyWithinScope(TaskProjection task, TaskProjection root) {
    return task.copyOfCoveredOutputs(root, output -> projection.isCovered(output, scope));
  }
}
