package dev.eddyline.detect.actions;

import dev.eddyline.detect.api.Sketch;
import dev.eddyline.detect.api.WaitShare;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import java.util.List;
import java.util.Optional;

/** What a task's stored tool calls say of an event. */
public final class ToolCalls {

  private ToolCalls() {}

  /** The stored call that a result answers. */
  public static Optional<PendingCall> answeredCall(Object body, TaskState state) {
    return body instanceof ToolReturned returned
        ? ActionHistoryEditor.findPendingCall(
            ActionHistory.of(state), Hash.of(returned.getCallId()))
        : Optional.empty();
  }

  /** How much of a tool call is waiting; nothing of other events. */
  public static WaitShare waitShare(Object body, RepeatedActionLimits limits) {
    return body instanceof ToolCalled call ? limits.waits().shareOf(call) : WaitShare.NONE;
  }

  /**
   * Whether an event is a new tool result: not an error, and not similar to any stored result of
   * the same call. A result without a known call is compared with all stored results of the tool.
   *
   * @param answeredCall the stored call that it answers
   * @param result the sketch of the result, if it is one
   */
  public static boolean isNewResult(
      Object body,
      Optional<PendingCall> answeredCall,
      Optional<Sketch> result,
      TaskState state,
      RepeatedActionLimits limits) {
    if (!(body instanceof ToolReturned returned) || returned.getIsError() || result.isEmpty()) {
      return false;
    }
    ActionHistory history = ActionHistory.of(state);
    String tool = ToolAction.truncateToolName(returned.getTool());
    if (answeredCall.isEmpty()) {
      for (UnmatchedResult lone : history.unmatchedResults()) {
        if (lone.isLike(tool, result.get(), limits)) {
          return false;
        }
      }
    }
    List<ToolAction> recent = history.recent();
    for (int index = recent.size() - 1; index >= 0; index--) {
      ToolAction action = recent.get(index);
      boolean compared =
          answeredCall.isPresent()
              ? action.call() == answeredCall.get().call()
              : action.tool().equals(tool);
      if (compared && gaveSimilarResult(action, result.get(), limits)) {
        return false;
      }
    }
    return true;
  }

  private static boolean gaveSimilarResult(
      ToolAction action, Sketch result, RepeatedActionLimits limits) {
    return action.result() != null
        && !action.failed()
        && action.result().isLike(result, limits.similarity());
  }

  /** The newest tool calls of a task's agents, oldest first. */
  public static List<ToolAction> recentActions(TaskState state) {
    return ActionHistory.of(state).recent();
  }
}
