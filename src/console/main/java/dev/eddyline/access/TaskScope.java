package dev.eddyline.access;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that a caller may see, write and decide on. Each restriction that is given holds: with
 * both, a task needs the prefix and one of the workflows.
 *
 * @param taskPrefix what the ids of the tasks begin with; empty for any id
 * @param workflows the workflows of the tasks; empty for any, and for tasks without one
 */
public record TaskScope(String taskPrefix, Set<String> workflows) {

  /** All tasks. */
  public static final TaskScope ALL = new TaskScope("", Set.of());

  private static final String SEPARATOR = "&";

  public TaskScope {
    Objects.requireNonNull(taskPrefix, "taskPrefix");
    workflows = Set.copyOf(workflows);
  }

  /** Whether it covers all tasks. */
  public boolean isAll() {
    return taskPrefix.isEmpty() && workflows.isEmpty();
  }

  /** Whether a task belongs to it; the workflow is null for a task that has none. */
  public boolean covers(String taskId, String workflow) {
    return coversId(taskId)
        && (workflows.isEmpty() || workflow != null && workflows.contains(workflow));
  }

  /** Whether an id has the prefix. */
  public boolean coversId(String taskId) {
    return taskId.startsWith(taskPrefix);
  }

  /** The tenant of the tasks that it covers, which is their prefix; null without one. */
  public @Nullable String tenant() {
    return taskPrefix.isEmpty() ? null : taskPrefix;
  }

  /**
   * Whether it covers all tasks of a tenant, which is null for a task without one. Those of one
   * tenant may be of several workflows.
   */
  public boolean coversTenant(@Nullable String tenant) {
    return isAll() || workflows.isEmpty() && tenant != null && coversId(tenant);
  }

  /** Whether it covers a whole workflow, such as its graph. */
  public boolean coversWorkflow(String workflow) {
    return isAll() || workflow != null && workflows.contains(workflow);
  }

  /** The scope as one line of ASCII, for a header; {@link #parse} reads it. */
  public String encode() {
    return encoded(taskPrefix)
        + SEPARATOR
        + new TreeSet<>(workflows)
            .stream().map(TaskScope::encoded).collect(Collectors.joining(SEPARATOR));
  }

  /**
   * The scope that {@link #encode} wrote.
   *
   * @throws IllegalArgumentException for any other text
   */
  public static TaskScope parse(String text) {
    String[] parts = text.split(SEPARATOR, -1);
    if (parts.length < 2) {
      throw new IllegalArgumentException("not the text of a scope");
    }
    Set<String> workflows = new TreeSet<>();
    for (int i = 1; i < parts.length; i++) {
      if (!parts[i].isEmpty()) {
        workflows.add(URLDecoder.decode(parts[i], StandardCharsets.UTF_8));
      }
    }
    return new TaskScope(URLDecoder.decode(parts[0], StandardCharsets.UTF_8), workflows);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
