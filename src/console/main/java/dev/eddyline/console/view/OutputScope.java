package dev.eddyline.console.view;

import dev.eddyline.access.TaskScope;
import java.util.Objects;

/** The tasks and workflows of applied outputs, as far as access depends on them. */
final class OutputScope {

  private String commonTaskIdPrefix;
  private String workflow;
  private boolean hasSeveralWorkflows;

  /** The scope of a task without outputs. */
  OutputScope(String taskId) {
    commonTaskIdPrefix = taskId;
  }

  /** Sets the workflow of the first output. */
  void beginWith(String firstWorkflow) {
    workflow = firstWorkflow;
  }

  /** Adds the task id and workflow of an output. */
  void add(String outputTaskId, String outputWorkflow) {
    hasSeveralWorkflows |= !Objects.equals(workflow, outputWorkflow);
    int commonLength = 0;
    int maxLength = Math.min(commonTaskIdPrefix.length(), outputTaskId.length());
    while (commonLength < maxLength
        && commonTaskIdPrefix.charAt(commonLength) == outputTaskId.charAt(commonLength)) {
      commonLength++;
    }
    commonTaskIdPrefix =
        commonLength == commonTaskIdPrefix.length()
            ? commonTaskIdPrefix
            : commonTaskIdPrefix.substring(0, commonLength);
  }

  /** Whether a scope covers all outputs. */
  boolean isWithin(TaskScope scope) {
    return scope.workflows().isEmpty()
        ? scope.coversId(commonTaskIdPrefix)
        : !hasSeveralWorkflows && scope.covers(commonTaskIdPrefix, workflow);
  }
}
