package dev.eddyline.hooks;

import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.TaskList;
import dev.eddyline.agents.TaskList.Completion;
import dev.eddyline.agents.ToolUse;

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
    return TaskList.completion(use)
        .map(completion -> progress(hook, task, completion))
        .map(returned::after)
        .orElse(returned);
  }

  /** An item is completed, however often the agent says so. */
  static HookReading completed(HookCall hook, AgentTask task, String item) {
    return progress(hook, task, Completion.ofItem(item));
  }

  private static HookReading progress(HookCall hook, AgentTask task, Completion completion) {
    long key = hook.context().key(task.id());
    HookSessions sessions = hook.context().sessions();
    return completion
        .item()
        .map(
            item ->
                HookReading.of(completion.event(task, sessions.countWith(key, item)))
                    .remembering(() -> sessions.complete(key, item)))
        .orElseGet(() -> HookReading.of(completion.event(task, completion.items())));
  }
}
