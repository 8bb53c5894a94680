package dev.eddyline.replay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.ToolCalls;
import dev.eddyline.detect.WaitShare;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.outcome.FinishedCall;
import dev.eddyline.outcome.OutcomeHistory;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.yaml.Printable;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of each finished tool call, for people who want to know what a detector saw. Left out
 * are calls that wait, retries, muted tools and external faults.
 */
final class OutcomeExplanation {

  private final Policies policies;
  private final Map<String, TaskCalls> tasks = new HashMap<>();

  /**
   * The calls of a task.
   *
   * @param open calls without a result, by id
   * @param histories finished calls, by agent
   */
  private record TaskCalls(Map<String, ToolCalled> open, Map<String, OutcomeHistory> histories) {}

  OutcomeExplanation(Policies policies) {
    this.policies = policies;
  }

  /** A line of JSON for a result of a tool; empty for other events. */
  Optional<String> explain(AgentEvent event, long line) {
    if (event.getBody() instanceof TaskCompleted) {
      tasks.remove(event.getTaskId());
      return Optional.empty();
    }
    TaskCalls calls =
        tasks.computeIfAbsent(
            event.getTaskId(), task -> new TaskCalls(new HashMap<>(), new HashMap<>()));
    if (event.getBody() instanceof ToolCalled call) {
      calls.open.put(call.getCallId(), call);
    }
    if (!(event.getBody() instanceof ToolReturned returned)) {
      return Optional.empty();
    }
    ToolCalled call = calls.open.remove(returned.getCallId());
    Policy policy = policies.policyForWorkflow(event.getWorkflow());
    if (isLeftOut(event, returned, call, policy)) {
      return Optional.empty();
    }
    CallOutcome outcome =
        calls
            .histories
            .computeIfAbsent(event.getAgentId(), agent -> new OutcomeHistory())
            .add(
                new FinishedCall(
                    returned.getTool(),
                    call == null ? null : call.getArguments(),
                    returned.getOutput(),
                    returned.getIsError()));
    return Optional.of(
        Printable.escape(
            JsonNodeFactory.instance
                .objectNode()
                .put("event", line)
                .put("kind", "outcome")
                .put("taskId", event.getTaskId())
                .put("agentId", event.getAgentId())
                .put("tool", policy.redaction().apply(returned.getTool()))
                .put("outcome", outcome.outcome().word())
                .put("reason", outcome.reason())
                .toString()));
  }

  private static boolean isLeftOut(
      AgentEvent event, ToolReturned returned, @Nullable ToolCalled call, Policy policy) {
    boolean isWaitOrRetry =
        call != null
            && (call.getRetryOf() != null
                || ToolCalls.waitShare(call, policy.limits(Detectors.REPEATED_ACTION))
                    == WaitShare.ALL);
    return isWaitOrRetry
        || policy.isMuted(event, null, event.getOccurredAt().toEpochMilli())
        || policy.externalFaultKind(returned).isPresent();
  }
}
