package dev.eddyline.hooks;

import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.TaskList;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.text.Hash;

/**
 * The progress that an agent's task list shows: only more completed items than ever are progress.
 */
final class TaskLists {

  private TaskLists() {}

  /**
   * A tool came back that may write the list, or one item of it: its progress comes first, so that
   * the reply to the result takes it into account.
   */
  static HookReading withProgress(
      HookCall hook, AgentTask task, ToolUse use, HookReading returned) {
    return TaskList.completedItem(use)
        .map(item -> completed(hook, task, item))
        .or(
            () ->
                TaskList.completedItems(use)
                    .map(items -> progress(task, "list:" + task.at().toEpochMilli(), items))
                    .map(HookReading::of))
        .map(returned::after)
        .orElse(returned);
  }

  /** An item is completed, however often the agent says so. */
  static HookReading completed(HookCall hook, AgentTask task, String item) {
    long key = hook.context().key(task.id());
    HookSessions sessions = hook.context().sessions();
    int items = sessions.countWith(key, item);
    return HookReading.of(progress(task, Hash.id(item) + ":" + items, items))
        .remembering(() -> sessions.complete(key, item));
  }

  private static AgentEvent progress(AgentTask task, String id, int completed) {
    return task.event(
        id + ":progress", ProgressReported.newBuilder().setSubtasksCompleted(completed).build());
  }
}
