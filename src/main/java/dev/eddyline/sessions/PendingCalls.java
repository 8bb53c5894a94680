package dev.eddyline.sessions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.Delegation;
import dev.eddyline.agents.ToolUse;
import java.util.Map;
import java.util.Optional;

/** Tool calls whose results follow: a result has the id of its call, not always its tool. */
final class PendingCalls {

  private static final int CAPACITY = 2_000;
  private static final String UNKNOWN_TOOL = "unknown";

  private enum CallKind {
    TOOL,
    SHELL,
    DELEGATION,
    POLL
  }

  private record PendingCall(String tool, CallKind kind) {}

  private final Map<String, PendingCall> calls = new RecentIds.RecentMap<>(CAPACITY);

  /** Adds the event of a call; calls that poll have none. */
  void call(AgentTask task, ToolUse use, EventCollector events, boolean isTimed) {
    Optional<Delegation> delegation = Delegation.find(use);
    CallKind kind =
        use.isPoll()
            ? CallKind.POLL
            : delegation.isPresent()
                ? CallKind.DELEGATION
                : use.isShell() ? CallKind.SHELL : CallKind.TOOL;
    calls.put(use.callId(), new PendingCall(use.tool(), kind));
    if (kind != CallKind.POLL) {
      events.add(
          delegation
              .map(it -> task.requested(use, it, ReplyKind.NONE))
              .orElseGet(() -> task.called(use, ReplyKind.NONE)),
          isTimed);
    }
  }

  /**
   * Adds the event of a result. Without its call, the tool is unknown.
   *
   * @param output null if unknown
   */
  void result(
      AgentTask task,
      String callId,
      String output,
      boolean isError,
      EventCollector events,
      boolean isTimed) {
    PendingCall call = calls.remove(callId);
    if (call != null && call.kind() == CallKind.POLL) {
      return;
    }
    String tool = call == null ? UNKNOWN_TOOL : call.tool();
    ToolUse use = RecordText.toolUse(callId, tool, Optional.<JsonNode>empty());
    boolean isAnswer =
        call != null && call.kind() == CallKind.DELEGATION && !isError && output != null;
    events.add(
        isAnswer
            ? task.answered(use, output, ReplyKind.NONE)
            : task.returned(use, output, isError, ReplyKind.NONE),
        isTimed);
  }

  /** Whether a call runs a shell command. */
  boolean isShell(String callId) {
    PendingCall call = calls.get(callId);
    return call != null && call.kind() == CallKind.SHELL;
  }

  /** Drops a call without a result. */
  void drop(String callId) {
    calls.remove(callId);
  }
}
