package dev.eddyline.replay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.RepeatedActionLimits;
import dev.eddyline.detect.RuleCounts;
import dev.eddyline.detect.ToolCalls;
import dev.eddyline.detect.WaitShare;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.outcome.OpenCall;
import dev.eddyline.outcome.OutcomeHistory;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.state.TaskState;
import dev.eddyline.yaml.Printable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of each finished tool call, for people who want to know what a call brought, and how
 * far the rules that count outcomes are. Left out are calls that wait, retries, muted tools,
 * external faults, and the second result of a call.
 */
final class OutcomeExplanation {

  private static final int MAX_TASKS = 1_000;

  private final Policies policies;
  private final Function<String, Optional<TaskState>> states;

  private final Map<String, TaskCalls> tasks =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TaskCalls> eldest) {
          return size() > MAX_TASKS;
        }
      };

  /** The newest calls of a task. */
  private static final class TaskCalls {
    private OutcomeHistory history = OutcomeHistory.NONE;
    private @Nullable String workflow;
    private boolean hasWaited;
  }

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
    TaskCalls task = tasks.computeIfAbsent(event.getTaskId(), id -> new TaskCalls());
    task.workflow = event.getWorkflow() == null ? task.workflow : event.getWorkflow();
    Policy policy = policies.policyForWorkflow(task.workflow);
    if (event.getBody() instanceof TaskStarted started && started.getGoal() != null) {
      task.history = task.history.withMentioned(started.getGoal());
    } else if (event.getBody() instanceof UserMessage message) {
      task.history = task.history.withMentioned(message.getText());
    } else if (event.getBody() instanceof ToolCalled call) {
      addCall(task, event, call, policy);
    } else if (event.getBody() instanceof ToolReturned returned) {
      return finish(task, event, returned, policy)
          .map(outcome -> toJson(event, line, returned, outcome, policy));
    }
    return Optional.empty();
  }

  private static void addCall(TaskCalls task, AgentEvent event, ToolCalled call, Policy policy) {
    RepeatedActionLimits limits = policy.limits(Detectors.REPEATED_ACTION);
    WaitShare share = ToolCalls.waitShare(call, limits);
    boolean isLate = task.hasWaited;
    task.hasWaited = share == WaitShare.ALL;
    if (share != WaitShare.ALL
        && call.getRetryOf() == null
        && !policy.isMuted(event, null, at(event))) {
      OpenCall made =
          OpenCall.of(
              call.getCallId(),
              event.getAgentId(),
              call.getTool(),
              call.getArguments(),
              call.getLoopKey(),
              share == WaitShare.PART);
      task.history = task.history.withOpenCall(isLate ? made.afterWait() : made, at(event));
    }
  }

  private static Optional<CallOutcome> finish(
      TaskCalls task, AgentEvent event, ToolReturned returned, Policy policy) {
    Optional<OpenCall> call = task.history.openCall(returned.getCallId());
    if (call.isEmpty()) {
      return Optional.empty();
    }
    if (policy.externalFaultKind(event.getBody()).isPresent()) {
      task.history = task.history.withoutOpenCall(call.get(), at(event));
      return Optional.empty();
    }
    OutcomeHistory.Finished finished =
        task.history.finish(call.get(), returned.getOutput(), returned.getIsError(), at(event));
    task.history = finished.history();
    return Optional.of(finished.outcome());
  }

  private static long at(AgentEvent event) {
    return event.getOccurredAt().toEpochMilli();
  }

  private String toJson(
      AgentEvent event, long line, ToolReturned returned, CallOutcome outcome, Policy policy) {
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
