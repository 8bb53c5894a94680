package dev.eddyline.task;

import org.jspecify.annotations.Nullable;

/** An invalid input. The message says which field, what was wrong and what is allowed. */
public final class BadInputException extends RuntimeException {

  private final @Nullable String taskWorkflow;

  /** An input that is invalid for this reason; the reason contains no text of the event. */
  public BadInputException(String reason) {
    super(reason);
    taskWorkflow = null;
  }

  /**
   * The same exception for a decision on a task.
   *
   * @param taskWorkflow the workflow of the task; null if unknown
   */
  BadInputException(BadInputException invalid, @Nullable String taskWorkflow) {
    super(invalid.getMessage(), invalid);
    this.taskWorkflow = taskWorkflow;
  }

  /** The workflow of the task that a decision names; null if unknown, and for other inputs. */
  public @Nullable String taskWorkflow() {
    return taskWorkflow;
  }
}
