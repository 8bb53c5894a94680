package dev.eddyline.metrics;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.TaskStarted;

/**
 * The tasks with which instances try themselves. Whoever counts tasks leaves them out: their ids
 * begin with {@link #PREFIX}, as those of no other task do, for the processor takes nothing under
 * such a name but {@link #isEvent canary events}.
 */
public final class Canaries {

  /** Begins the id of every canary task. */
  public static final String PREFIX = "eddyline-canary-";

  /** The agent of every canary event. */
  public static final String AGENT = "eddyline";

  private Canaries() {}

  /** Whether this is a canary's task, not one of an agent. */
  public static boolean isCanary(String taskId) {
    return taskId.startsWith(PREFIX);
  }

  /** Whether an event is such as canaries send: a task of its own begins, for no session. */
  public static boolean isEvent(AgentEvent event) {
    return AGENT.equals(event.getAgentId())
        && event.getBody() instanceof TaskStarted
        && event.getRootTaskId() == null
        && event.getSessionId() == null;
  }
}
