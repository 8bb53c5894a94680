package dev.eddyline.replay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.ToolCalls;
import dev.eddyline.detect.WaitShare;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.OutcomeTracker;
import dev.eddyline.yaml.Printable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The outcome of each finished tool call, for people who want to know what a call brought. Left out
 * is what {@link OutcomeTracker} leaves out, and the second result of a call.
 */
final class OutcomeExplanation {

  private static final int MAX_TASKS = 1_000;

  private final Policies policies;

  private final Map<String, TaskState> tasks =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TaskState> eldest) {
          return size() > MAX_TASKS;
        }
      };

  OutcomeExplanation(Policies policies) {
    this.policies = policies;
  }

  /** A line of JSON for a result of a tool; empty for other events. */
  Optional<String> explain(AgentEvent event, long line) {
    if (event.getBody() instanceof TaskCompleted) {
      tasks.remove(event.getTaskId());
      return Optional.empty();
    }
    TaskState state = tasks.computeIfAbsent(event.getTaskId(), id -> new TaskState());
    if (event.getWorkflow() != null) {
      state.setWorkflow(event.getWorkflow());
    }
    Policy policy = policies.policyForWorkflow(state.getWorkflow());
    long at = event.getOccurredAt().toEpochMilli();
    WaitShare share =
        ToolCalls.waitShare(event.getBody(), policy.limits(Detectors.REPEATED_ACTION));
    boolean hasWaited = state.getPausedAt() != null;
    if (event.getBody() instanceof ToolCalled) {
      state.setPausedAt(share == WaitShare.ALL ? (Long) at : null);
    }
    boolean isComparable =
        !policy.isMuted(event, null, at) && policy.externalFaultKind(event.getBody()).isEmpty();
    return OutcomeTracker.track(event, at, state, isComparable, share, hasWaited, policy)
        .map(outcome -> toJson(event, line, outcome, policy));
  }

  private static String toJson(AgentEvent event, long line, CallOutcome outcome, Policy policy) {
    ToolReturned returned = (ToolReturned) event.getBody();
    return Printable.escape(
        JsonNodeFactory.instance
            .objectNode()
            .put("event", line)
            .put("kind", "outcome")
            .put("taskId", event.getTaskId())
            .put("agentId", event.getAgentId())
            .put("tool", policy.redaction().apply(returned.getTool()))
            .put("outcome", outcome.outcome().word())
            .put("reason", outcome.reason())
            .toString());
  }
}
