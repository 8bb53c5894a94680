package dev.eddyline.agents;

import com.fasterxml.jackson.databind.JsonNode;
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

  /** The number of completed items of the list that a call writes; empty where there are none. */
  public static Optional<Integer> completedItems(ToolUse use) {
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
  public static Optional<String> completedItem(ToolUse use) {
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
