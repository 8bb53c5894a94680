package dev.eddyline.topology;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.TaskEngine;

/** Checks a record before anything is done with it. */
final class Intake {

  /** Longest task id, in characters; it is a key in every store and topic. */
  static final int MAX_ID = 1_024;

  private Intake() {}

  /**
   * Checks an event that was read from agent-events or gate-decisions.
   *
   * @throws BadInputException that says which field is wrong and what is allowed
   */
  static void check(String key, AgentEvent event, boolean decisionsOnly) {
    if (event == null) {
      throw new BadInputException("value is required, was null");
    }
    if (key == null) {
      throw new BadInputException("key is required, was null: the task id as UTF-8 text");
    }
    id("taskId", event.getTaskId());
    id("eventId", event.getEventId());
    if (event.getRootTaskId() != null) {
      id("rootTaskId", event.getRootTaskId());
    }
    boolean decision = event.getBody() instanceof HumanIntervened;
    if (decisionsOnly && !decision) {
      throw new BadInputException("body must be human_intervened on this topic");
    }
    boolean keyed = key.equals(event.getTaskId()) || decision && key.equals(TaskEngine.home(event));
    if (!keyed) {
      throw new BadInputException(
          decision
              ? "key must be the root task's id (rootTaskId, or taskId where there is none)"
              : "key must equal taskId");
    }
    if (event.getBody() instanceof HumanIntervened human
        && human.getDecision() == Decision.UNKNOWN) {
      throw new BadInputException(
          "human_intervened.decision is unknown; allowed: approve, approve_other_agent, reject,"
              + " false_positive");
    }
    if (event.getBody() instanceof TaskAttempted attempt
        && attempt.getStatus() == TaskStatus.UNKNOWN) {
      throw new BadInputException(
          "task_attempted.status is unknown; allowed: pending, in_progress, blocked, done");
    }
  }

  private static void id(String field, String value) {
    if (value.isEmpty()) {
      throw new BadInputException(field + " must not be empty");
    }
    if (value.length() > MAX_ID) {
      throw new BadInputException(
          field + " must be ≤ " + MAX_ID + " characters, was " + value.length());
    }
  }
}
