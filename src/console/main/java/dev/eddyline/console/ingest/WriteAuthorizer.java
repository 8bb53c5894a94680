package dev.eddyline.console.ingest;

import dev.eddyline.access.TaskScope;
import dev.eddyline.console.edge.Caller;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.TaskEngine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/** Checks whether a caller may publish events, by its roles and its scope. */
public final class WriteAuthorizer {

  /** Maximum of tasks per request whose workflow is looked up, possibly on another instance. */
  public static final int MAX_TASK_LOOKUPS_PER_REQUEST = 100;

  private final TaskWorkflows workflows;

  /** Looks up the workflow of tasks. */
  @FunctionalInterface
  public interface TaskWorkflows {

    /**
     * Whether a task belongs to a scope; true for an unknown task.
     *
     * @throws ApiException 503 where that is unknown for now
     */
    boolean mayTaskBelongToScope(TaskScope scope, String taskId);
  }

  /** Asks there which scope a task belongs to. */
  public WriteAuthorizer(TaskWorkflows workflows) {
    this.workflows = workflows;
  }

  /**
   * Checks events before they are published.
   *
   * @throws ApiException 403 with the field that is outside the scope, or 503
   */
  void check(Caller caller, List<AgentEvent> events) {
    TaskScope scope = caller.scope();
    Map<String, String> fieldByTask = new LinkedHashMap<>();
    for (AgentEvent event : events) {
      checkIds(scope, event);
      checkWorkflow(scope, event.getWorkflow());
      checkTenant(scope, event.getTenant());
      fieldByTask.put(event.getTaskId(), "taskId");
      fieldByTask.putIfAbsent(TaskEngine.namedRoot(event), "rootTaskId");
    }
    if (!scope.workflows().isEmpty()) {
      if (fieldByTask.size() > MAX_TASK_LOOKUPS_PER_REQUEST) {
        throw writeDenied(
            "taskId",
            "taskId: a token that is restricted to workflows may name %d tasks a request, not %d"
                .formatted(MAX_TASK_LOOKUPS_PER_REQUEST, fieldByTask.size()));
      }
      // the workflow in the event is only a claim: its task may have another
      fieldByTask.forEach((task, field) -> checkTask(scope, task, field));
    }
  }

  private static void checkIds(TaskScope scope, AgentEvent event) {
    Map<String, String> ids = new LinkedHashMap<>();
    ids.put("taskId", event.getTaskId());
    ids.put("rootTaskId", event.getRootTaskId());
    ids.put("parentTaskId", event.getParentTaskId());
    ids.put("sessionId", event.getSessionId());
    ids.forEach(
        (field, id) -> {
          if (id != null && !scope.coversId(id)) {
            throw writeDenied(field, field + " must begin with " + scope.taskPrefix());
          }
        });
  }

  private static void checkWorkflow(TaskScope scope, String workflow) {
    if (!scope.workflows().isEmpty()
        && (workflow == null || !scope.workflows().contains(workflow))) {
      List<String> allowed = new ArrayList<>(new TreeSet<>(scope.workflows()));
      throw writeDenied("workflow", "workflow must be one of " + String.join(", ", allowed));
    }
  }

  private static void checkTenant(TaskScope scope, String tenant) {
    if (!scope.isAll() && !Objects.equals(tenant, scope.tenant())) {
      throw writeDenied(
          "tenant",
          "tenant must be "
              + (scope.tenant() == null ? "absent: the token has no task prefix" : scope.tenant()));
    }
  }

  private void checkTask(TaskScope scope, String taskId, String field) {
    if (!workflows.mayTaskBelongToScope(scope, taskId)) {
      throw writeDenied(field, field + " is that of a task of another workflow");
    }
  }

  private static ApiException writeDenied(String field, String error) {
    return ApiException.header(403, field, error);
  }
}
