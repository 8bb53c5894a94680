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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of each finished tool call, for people who want to know what a call brought. Left out
 * are calls that wait, retries, muted tools, external faults, and the second result of a call.
 */
final class OutcomeExplanation {

  private static final int MAX_TASKS = 1_000;
  private static final int MAX_CALLS = 256;

  private final Policies policies;
  private final Map<String, TaskCalls> tasks = newest(MAX_TASKS);

  /** The newest calls of a task. */
  private static final class TaskCalls {

    private final Map<String, ToolCalled> calls = newest(MAX_CALLS);
    private final Map<String, Boolean> answered = newest(MAX_CALLS);
    private final Map<String, OutcomeHistory> histories = new HashMap<>();
    private @Nullable String workflow;
  }

  OutcomeExplanation(Policies policies) {
    this.policies = policies;
  }

  private static <V> Map<String, V> newest(int max) {
    return new LinkedHashMap<>() {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > max;
      }
    };
  }

  /** A line of JSON for a result of a tool; empty for other events. */
  Optional<String> explain(AgentEvent event, long line) {
    if (event.getBody() instanceof TaskCompleted) {
      tasks.remove(event.getTaskId());
      return Optional.empty();
    }
    TaskCalls task = tasks.computeIfAbsent(event.getTaskId(), id -> new TaskCalls());
    task.workflow = event.getWorkflow() == null ? task.workflow : event.getWorkflow();
    if (event.getBody() instanceof ToolCalled call) {
      task.calls.put(call.getCallId(), call);
    }
    if (!(event.getBody() instanceof ToolReturned returned)
        || task.answered.put(returned.getCallId(), true) != null) {
      return Optional.empty();
    }
    Policy policy = policies.policyForWorkflow(task.workflow);
    ToolCalled call = task.calls.remove(returned.getCallId());
    if (isLeftOut(event, returned, call, policy)) {
      return Optional.empty();
    }
    CallOutcome outcome =
        task.histories
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
