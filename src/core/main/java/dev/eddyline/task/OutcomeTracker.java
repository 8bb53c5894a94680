package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.outcome.CallOutcome;
import dev.eddyline.outcome.OpenCall;
import dev.eddyline.outcome.OutcomeHistory;
import dev.eddyline.outcome.OutcomeHistory.Finished;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.state.TaskState;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Judges the results of a task's tool calls. Left out are calls that wait, transport retries, muted
 * tools, external faults, results without a known call, and what happens while the agent waits.
 */
public final class OutcomeTracker {

  private OutcomeTracker() {}

  /** The hash of a call that was just made, if it counts. */
  static OptionalLong madeCall(Object body, TaskState state) {
    return body instanceof ToolCalled call
        ? history(state)
            .openCall(call.getCallId())
            .map(open -> OptionalLong.of(open.identity()))
            .orElse(OptionalLong.empty())
        : OptionalLong.empty();
  }

  /** Whether the call that a result answers may be a poll. */
  public static boolean mayPoll(ToolReturned returned, TaskState state) {
    return history(state).openCall(returned.getCallId()).filter(OpenCall::mayPoll).isPresent();
  }

  /**
   * Adds an event to the task's history of outcomes.
   *
   * @param at its event time, epoch milliseconds
   * @param isComparable whether it counts: it is not muted, and the agent does not wait
   * @param waits how much of a tool call is waiting
   * @param waited whether a call that waits came just before
   * @param policy knows which failed result shows that a service is not available
   * @return the outcome, if it is the result of a call that counts
   */
  public static Optional<CallOutcome> track(
      AgentEvent event,
      long at,
      TaskState state,
      boolean isComparable,
      WaitShare waits,
      boolean waited,
      Policy policy) {
    Object body = event.getBody();
    if (body instanceof ToolReturned returned) {
      OutcomeHistory history = history(state);
      Optional<OpenCall> call = history.openCall(returned.getCallId());
      if (call.isEmpty()) {
        return Optional.empty();
      }
      if (!isComparable) {
        state.part(OutcomeHistory.PART, history.withoutOpenCall(call.get(), at));
        return Optional.empty();
      }
      Finished finished =
          history.finish(
              call.get(), returned.getTool(), returned.getOutput(), returned.getIsError(), at);
      state.part(OutcomeHistory.PART, finished.history());
      // a reported error that is a fault is not comparable
      boolean isFault =
          finished.outcome().isFailure()
              && !returned.getIsError()
              && policy.limits(Detectors.EXTERNAL_FAULT).kindOfFailedResult(returned).isPresent();
      return Optional.of(isFault ? finished.outcome().ofUnavailableService() : finished.outcome());
    }
    if (body instanceof ToolCalled retry && retry.getRetryOf() != null) {
      history(state)
          .openCall(retry.getRetryOf())
          .ifPresent(
              open ->
                  state.part(
                      OutcomeHistory.PART, history(state).withRetry(open, retry.getCallId())));
    } else if (body instanceof ToolCalled call && isComparable && waits != WaitShare.ALL) {
      OpenCall made =
          OpenCall.of(
              call.getCallId(),
              event.getAgentId(),
              call.getTool(),
              call.getArguments(),
              call.getLoopKey(),
              waits == WaitShare.PART);
      state.part(
          OutcomeHistory.PART, history(state).withOpenCall(waited ? made.afterWait() : made, at));
    } else if (body instanceof TaskStarted started && started.getGoal() != null) {
      state.part(OutcomeHistory.PART, history(state).withMentioned(started.getGoal()));
    } else if (body instanceof UserMessage message) {
      state.part(OutcomeHistory.PART, history(state).withMentioned(message.getText()));
    }
    return Optional.empty();
  }

  /** Counts errors from here on: the loop counter was reset. */
  static void onCounterReset(TaskState state) {
    OutcomeHistory stored = state.part(OutcomeHistory.PART);
    if (stored != null) {
      state.part(OutcomeHistory.PART, stored.afterCounterReset());
    }
  }

  private static OutcomeHistory history(TaskState state) {
    OutcomeHistory stored = state.part(OutcomeHistory.PART);
    return stored == null ? OutcomeHistory.NONE : stored;
  }
}
