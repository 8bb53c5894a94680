package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.agents.AgentTask;
import dev.eddyline.agents.AgentTask.ReplyKind;
import dev.eddyline.agents.Delegation;
import dev.eddyline.agents.TaskList;
import dev.eddyline.agents.ToolUse;
import java.util.Map;
import java.util.Optional;

/**
 * Tool calls whose results follow. A result has the id of its call, not always its tool. Some
 * models give no ids, or the same id to many calls: such a call gets an id by its place.
 */
final class PendingCalls {

  private static final int CAPACITY = 2_000;
  private static final int RECENT = 10_000;
  private static final String UNKNOWN_TOOL = "unknown";
  private static final String NO_ID = "";

  private enum CallKind {
    TOOL,
    SHELL,
    DELEGATION,
    POLL
  }

  private record PendingCall(
      String id,
      String givenId,
      String tool,
      CallKind kind,
      long position,
      Optional<TaskList.Completion> completion) {}

  /** By their ids, in their order. */
  private final Map<String, PendingCall> calls = new RecentIds.RecentMap<>(CAPACITY);

  private final ListedProgress progress = new ListedProgress();
  private final RecentIds ids = new RecentIds(RECENT);
  private final RecentIds answered = new RecentIds(RECENT);

  /** Adds the event of a call; calls that poll have none. */
  void call(
      AgentTask task,
      Optional<String> givenId,
      String tool,
      Optional<JsonNode> input,
      EventCollector events,
      boolean isTimed) {
    String given = givenId.orElse(NO_ID);
    ToolUse use = RecordText.toolUse(newId(task, given, events), tool, input);
    Optional<Delegation> delegation = Delegation.find(use);
    CallKind kind =
        use.isPoll()
            ? CallKind.POLL
            : delegation.isPresent()
                ? CallKind.DELEGATION
                : use.isShell() ? CallKind.SHELL : CallKind.TOOL;
    calls.put(
        use.callId(),
        new PendingCall(
            use.callId(), given, use.tool(), kind, events.position(), TaskList.completion(use)));
    if (kind != CallKind.POLL) {
      events.add(
          delegation
              .map(it -> task.requested(use, it, ReplyKind.NONE))
              .orElseGet(() -> task.called(use, ReplyKind.NONE)),
          isTimed);
    }
  }

  private String newId(AgentTask task, String given, EventCollector events) {
    if (!given.isEmpty() && ids.add(task.id() + "/" + given)) {
      return given;
    }
    // an earlier call with this id gets no result any more
    calls.values().removeIf(it -> it.givenId().equals(given) && it.position() != events.position());
    return given + "#" + events.nextPlace();
  }

  /**
   * Adds the event of a result, after that of the progress of a task list. A result belongs to the
   * first open call with this id. Without its call, the tool is unknown; a result that was read
   * before is left out.
   *
   * @param output null if unknown
   */
  void result(
      AgentTask task,
      Optional<String> givenId,
      String output,
      boolean isError,
      EventCollector events,
      boolean isTimed) {
    Optional<PendingCall> open = find(givenId);
    open.ifPresent(call -> calls.remove(call.id()));
    String answer = task.id() + "/" + givenId.orElse(NO_ID);
    boolean isFirst = answered.add(answer);
    if (open.isEmpty() && givenId.isPresent() && !isFirst
        || open.filter(call -> call.kind() == CallKind.POLL).isPresent()) {
      return;
    }
    String id =
        open.map(PendingCall::id).or(() -> givenId).orElseGet(() -> "#" + events.nextPlace());
    String tool = open.map(PendingCall::tool).orElse(UNKNOWN_TOOL);
    ToolUse use = RecordText.toolUse(id, tool, Optional.empty());
    boolean isAnswer =
        open.filter(call -> call.kind() == CallKind.DELEGATION).isPresent()
            && !isError
            && output != null;
    open.flatMap(PendingCall::completion)
        .filter(completion -> !isError)
        .ifPresent(completion -> events.add(progress.event(task, completion), isTimed));
    events.add(
        isAnswer
            ? task.answered(use, output, ReplyKind.NONE)
            : task.returned(use, output, isError, ReplyKind.NONE),
        isTimed);
  }

  private Optional<PendingCall> find(Optional<String> givenId) {
    PendingCall same = calls.get(givenId.orElse(NO_ID));
    return same != null
        ? Optional.of(same)
        : calls.values().stream()
            .filter(call -> call.givenId().equals(givenId.orElse(NO_ID)))
            .findFirst();
  }

  /** Whether a call waits for its result. */
  boolean isOpen(String givenId) {
    return find(Optional.of(givenId)).isPresent();
  }

  /** Whether a call runs a shell command. */
  boolean isShell(Optional<String> givenId) {
    return find(givenId).filter(call -> call.kind() == CallKind.SHELL).isPresent();
  }

  /** Drops a call without a result. */
  void drop(Optional<String> givenId) {
    find(givenId).ifPresent(call -> calls.remove(call.id()));
  }
}
