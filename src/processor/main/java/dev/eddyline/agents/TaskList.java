package dev.eddyline.agents;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.text.Hash;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The tools by which agents write their own task list. */
public final class TaskList {

  /** Tools that write the whole list. */
  private static final Set<String> LISTS =
      Set.of(
          "TodoWrite",
          "manage_todo_list",
          "todo_write",
          "todowrite",
          "update_plan",
          "update_todo",
          "write_todos");

  /** The tool that changes one item. */
  private static final String UPDATE = "TaskUpdate";

  private static final List<String> ITEMS = List.of("todos", "todoList", "plan");
  private static final List<String> ITEM_IDS = List.of("taskId", "task_id");
  private static final String COMPLETED = "completed";

  /** A completed item of a list in Markdown. */
  private static final Pattern CHECKED = Pattern.compile("(?mi)^\\s*[-*+] \\[x]");

  private TaskList() {}

  /**
   * What a call completes once it returned.
   *
   * @param item hash of the completed item; empty when the call writes the whole list
   * @param items number of completed items of the whole list; 0 for a single item
   */
  public record Completion(Optional<String> item, int items) {

    /** The completion of one item. */
    public static Completion ofItem(String itemId) {
      return new Completion(Optional.of(Hash.id(itemId)), 0);
    }

    /**
     * The progress that a completion shows. Its id is the same whichever way reports it.
     *
     * @param completed number of completed items of the task's list
     */
    public AgentEvent event(AgentTask task, int completed) {
      String id =
          item.map(it -> it + ":" + completed).orElseGet(() -> "list:" + task.at().toEpochMilli());
      return task.event(
          id + ":progress", ProgressReported.newBuilder().setSubtasksCompleted(completed).build());
    }
  }

  /** The completion of a call, if it is one of a task list. */
  public static Optional<Completion> completion(ToolUse use) {
    return completedItem(use)
        .map(Completion::ofItem)
        .or(() -> completedItems(use).map(items -> new Completion(Optional.empty(), items)));
  }

  /** The number of completed items of the list that a call writes; empty where there are none. */
  private static Optional<Integer> completedItems(ToolUse use) {
    return LISTS.contains(use.tool())
        ? use.input()
            .flatMap(
                input ->
                    ITEMS.stream().map(input::path).filter(it -> !it.isMissingNode()).findFirst())
            .map(TaskList::count)
            .filter(count -> count > 0)
        : Optional.empty();
  }

  private static int count(JsonNode items) {
    if (items.isTextual()) {
      return (int) CHECKED.matcher(items.textValue()).results().count();
    }
    int count = 0;
    for (JsonNode item : items) {
      count += isCompleted(item) ? 1 : 0;
    }
    return count;
  }

  private static boolean isCompleted(JsonNode item) {
    return item.path("status").asText("").toLowerCase(Locale.ROOT).equals(COMPLETED);
  }

  /** The id of the item that a call completes. */
  private static Optional<String> completedItem(ToolUse use) {
    return use.tool().equals(UPDATE)
        ? use.input()
            .filter(TaskList::isCompleted)
            .flatMap(
                input ->
                    ITEM_IDS.stream()
                        .map(input::path)
                        .filter(id -> id.isTextual() || id.isNumber())
                        .map(JsonNode::asText)
                        .findFirst())
        : Optional.empty();
  }
}
