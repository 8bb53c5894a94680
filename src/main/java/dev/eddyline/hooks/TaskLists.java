package dev.eddyline.hooks;

import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.TaskList;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.text.Hash;
import java.util.Optional;

/**
 * The progress that an agent's task list shows: only more completed items than ever are progress.
 */
final class TaskLists {

  private TaskLists() {}

  /** The progress after a tool that writes the list, or one item of it. */
  static Optional<AgentEvent> progress(HookCall hook, AgentTask task, ToolUse use) {
    return TaskList.completedItem(use)
        .map(item -> completed(hook, task, item))
        .or(
            () ->
                TaskList.completedItems(use)
                    .map(items -> progress(task, "list:" + task.at().toEpochMilli(), items)));
  }

  /** An item is completed, however often the agent says so. */
  static AgentEvent completed(HookCall hook, AgentTask task, String item) {
    int items = hook.context().sessions().complete(task.id(), item);
    return progress(task, Hash.id(item) + ":" + items, items);
  }

  private static AgentEvent progress(AgentTask task, String id, int completed) {
    return task.event(
        id + ":progress", ProgressReported.newBuilder().setSubtasksCompleted(completed).build());
  }
}
