package dev.eddyline.sessions;

import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.TaskList;
import dev.eddyline.agents.ToolUse;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.text.Hash;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The progress that an agent's task list shows, with the ids that hooks give it. */
final class ListedProgress {

  private static final int TASKS = 1_000;
  private static final int MAX_ITEMS = 1_000;

  /** Completed items by task. */
  private final Map<String, Set<String>> completed = new RecentIds.RecentMap<>(TASKS);

  /**
   * What a call completes once it returned.
   *
   * @param item the completed item; empty when the call writes the whole list
   * @param items number of completed items of the whole list
   */
  record Completion(Optional<String> item, int items) {

    /** The completion of a call, if it is one of a task list. */
    static Optional<Completion> of(ToolUse use) {
      return TaskList.completedItem(use)
          .map(item -> new Completion(Optional.of(Hash.id(item)), 0))
          .or(
              () ->
                  TaskList.completedItems(use)
                      .map(items -> new Completion(Optional.empty(), items)));
    }
  }

  /** The event of a completion. */
  AgentEvent event(AgentTask task, Completion completion) {
    int items =
        completion.item().map(item -> complete(task.id(), item)).orElseGet(completion::items);
    String id =
        completion
            .item()
            .map(item -> item + ":" + items)
            .orElseGet(() -> "list:" + task.at().toEpochMilli());
    return task.event(
        id + ":progress", ProgressReported.newBuilder().setSubtasksCompleted(items).build());
  }

  private int complete(String task, String item) {
    Set<String> items = completed.computeIfAbsent(task, none -> new HashSet<>());
    if (items.size() < MAX_ITEMS) {
      items.add(item);
    }
    return items.size();
  }
}
