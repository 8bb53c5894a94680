package dev.eddyline.hooks;

import dev.eddyline.agents.AgentTask;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.WaitingEnded;
import dev.eddyline.schema.WaitingStarted;
import java.time.Duration;
import java.util.Set;

/** Waits of an agent for a person. */
final class PersonWaits {

  /**
   * Latest end of a wait whose end this instance does not see. An agent that waits longer sends
   * nothing, so nothing of it counts.
   */
  static final Duration LONGEST = Duration.ofMinutes(10);

  private static final String PERSON = "a person";

  /** Types of notifications that ask a person. */
  private static final Set<String> STARTS =
      Set.of(
          "agent_needs_input",
          "elicitation_dialog",
          "elicitation_url_dialog",
          "idle_prompt",
          "permission_prompt",
          "ToolPermission");

  private static final Set<String> ENDS = Set.of("elicitation_complete", "elicitation_response");

  private PersonWaits() {}

  /** A notification: the start of a wait, its end, or neither. */
  static HookReading notified(HookCall hook, AgentTask task) {
    String type = hook.text("notification_type").orElse("");
    if (STARTS.contains(type)) {
      return start(hook, task, type);
    }
    return ENDS.contains(type) ? continued(hook, HookReading.IGNORED, task) : HookReading.IGNORED;
  }

  /** The task waits. */
  static HookReading start(HookCall hook, AgentTask task, String reason) {
    long key = hook.context().key(task.id());
    return HookReading.of(
            event(task, "waiting", new WaitingStarted(reason, task.at().plus(LONGEST), true)))
        .remembering(() -> hook.context().sessions().startWait(key));
  }

  /** The task acts, so nobody keeps it waiting: a wait ends before what it does. */
  static HookReading continued(HookCall hook, HookReading reading, AgentTask task) {
    long key = hook.context().key(task.id());
    HookSessions sessions = hook.context().sessions();
    return sessions.isWaiting(key)
        ? reading.after(
            HookReading.of(event(task, "waited", new WaitingEnded(PERSON, null, true)))
                .remembering(() -> sessions.endWait(key)))
        : reading;
  }

  private static AgentEvent event(AgentTask task, String kind, Object body) {
    return task.event(task.at().toEpochMilli() + ":" + kind, body);
  }
}
