package dev.eddyline.engine;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.TaskStarted;

/**
 * Recognises canary tasks, with which instances probe themselves. Task counts exclude them: their
 * ids begin with {@link #PREFIX}, which the processor accepts only on {@link #isEvent canary
 * events}.
 */
public final class CanaryTasks {

  /** Prefix of the id of every canary task. */
  public static final String PREFIX = "eddyline-canary-";

  /** The agent of every canary event. */
  public static final String AGENT = "eddyline";

  private CanaryTasks() {}

  /** Whether this is the id of a canary task. */
  public static boolean isCanary(String taskId) {
    return taskId.startsWith(PREFIX);
  }

  /** Whether an event has the form of a canary event: it starts a root task, without a session. */
  public static boolean isEvent(AgentEvent event) {
    return AGENT.equals(event.getAgentId())
        && event.getBody() instanceof TaskStarted
        && event.getRootTaskId() == null
        && event.getSessionId() == null;
  }
}
