package dev.eddyline.replay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.actions.RuleCounts;
import dev.eddyline.detect.actions.ToolCalls;
import dev.eddyline.detect.api.WaitShare;
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
import java.util.function.Function;

/**
 * The outcome of each finished tool call, for people who want to know what a call brought, and how
 * far the rules that count outcomes are. Left out is what {@link OutcomeTracker} leaves out, and
 * the second result of a call.
 */
final class OutcomeExplanation {

  private static final int MAX_TASKS = 1_000;

  private final Policies policies;
  private final Function<String, Optional<TaskState>> states;

  private final Map<String, TaskState> tasks =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TaskState> eldest) {
          return size() > MAX_TASKS;
        }
      };

  /**
   * An explanation under these policies.
   *
   * @param states the state of a task after the newest event
   */
  OutcomeExplanation(Policies policies, Function<String, Optional<TaskState>> states) {
    this.policies = policies;
    this.states = states;
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
    boolean mayPoll =
        event.getBody() instanceof ToolReturned returned && OutcomeTracker.mayPoll(returned, state);
    return OutcomeTracker.track(event, at, state, isComparable, share, hasWaited, policy)
        .map(outcome -> toJson(event, line, outcome, mayPoll, policy));
  }

  private String toJson(
      AgentEvent event, long line, CallOutcome outcome, boolean mayPoll, Policy policy) {
    ToolReturned returned = (ToolReturned) event.getBody();
    ObjectNode json =
        JsonNodeFactory.instance
            .objectNode()
            .put("event", line)
            .put("kind", "outcome")
            .put("taskId", event.getTaskId())
            .put("agentId", event.getAgentId())
            .put("tool", policy.redaction().apply(returned.getTool()))
            .put("outcome", outcome.outcome().word())
            .put("reason", outcome.reason());
    Map<String, String> counts =
        states
            .apply(event.getTaskId())
            .map(
                state ->
                    RuleCounts.of(
                        event,
                        mayPoll,
                        state,
                        policy.limits(Detectors.REPEATED_ACTION),
                        policy.limits(Detectors.UNPRODUCTIVE_STRETCH)))
            .orElse(Map.of());
    if (!counts.isEmpty()) {
      ObjectNode rules = json.putObject("counts");
      counts.forEach(rules::put);
    }
    return Printable.escape(json.toString());
  }
}
