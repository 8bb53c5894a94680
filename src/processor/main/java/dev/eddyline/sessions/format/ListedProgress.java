package dev.eddyline.sessions.format;

import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.TaskList.Completion;
import dev.eddyline.schema.AgentEvent;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The progress that an agent's task list shows. */
final class ListedProgress {

  private static final int TASKS = 1_000;
  private static final int MAX_ITEMS = 1_000;

  /** Completed items by task. */
  private final Map<String, Set<String>> completed = new RecentIds.RecentMap<>(TASKS);

  /** The event of a completion. */
  AgentEvent event(AgentTask task, Completion completion) {
    int items = completion.item().map(item -> complete(task.id(), item)).orElse(completion.items());
    return completion.event(task, items);
  }

  private int complete(String task, String item) {
    Set<String> items = completed.computeIfAbsent(task, none -> new HashSet<>());
    if (items.size() < MAX_ITEMS) {
      items.add(item);
    }
    return items.size();
  }
}
