package dev.eddyline.hooks;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.CollaborationAnswered;
import dev.eddyline.schema.CollaborationRequested;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.text.Hash;
import java.time.Instant;
import java.util.Optional;

/**
 * The task of a hook, and the events that the hook adds to it. The task is the session, or within
 * it the subagent.
 *
 * <p>An event id is {@code {task}:{id}:{kind}} with the agent's own id of the tool call or prompt.
 * Where it has none, {@code id} is {@code {epoch milliseconds}:{hash of the text}}.
 *
 * @param workflow workflow of the events
 * @param session id of the session, the root task
 * @param subagent id of the subagent, if one acts
 * @param agent id of the acting agent
 * @param at when the hook ran
 */
record HookTask(
    String workflow, String session, Optional<String> subagent, String agent, Instant at) {

  /** Whether an event requests a reply. */
  enum ReplyKind {
    REQUESTED,
    NONE
  }

  /** Id of the task. */
  String id() {
    return subagent.map(it -> session + "/" + it).orElse(session);
  }

  /** A tool is called. */
  AgentEvent called(ToolUse use, ReplyKind reply) {
    Object body = new ToolCalled(use.callId(), use.tool(), use.arguments(), use.loopKey(), null);
    return event(callId(use) + ":called", body, reply);
  }

  /** A tool call came back. */
  AgentEvent returned(ToolUse use, String output, boolean isError, ReplyKind reply) {
    Object body = new ToolReturned(use.callId(), use.tool(), output, isError);
    return event(callId(use) + ":returned", body, reply);
  }

  /** Another agent is asked. */
  AgentEvent requested(ToolUse use, String toAgent, String request, ReplyKind reply) {
    return event(callId(use) + ":called", new CollaborationRequested(toAgent, request), reply);
  }

  /** The other agent answered. */
  AgentEvent answered(ToolUse use, String response, ReplyKind reply) {
    return event(callId(use) + ":returned", new CollaborationAnswered(agent, response), reply);
  }

  /** A person wrote a prompt. */
  AgentEvent prompted(Optional<String> promptId, String text) {
    String id = promptId.orElseGet(() -> eventIdFromText(text));
    return event(id + ":user", new UserMessage(text), ReplyKind.NONE);
  }

  /** The agent said something; the same text in a later turn is another event. */
  AgentEvent responded(String text) {
    return event(
        eventIdFromText(text) + ":response", new ResponseProduced(agent, text), ReplyKind.NONE);
  }

  /** A call of the model failed. */
  AgentEvent failed(String message, String errorType) {
    FailureReported body =
        FailureReported.newBuilder().setMessage(message).setErrorType(errorType).build();
    return event(eventIdFromText(message) + ":failure", body, ReplyKind.NONE);
  }

  /** The task began. */
  AgentEvent started(String goal) {
    return event("started", TaskStarted.newBuilder().setGoal(goal).build(), ReplyKind.NONE);
  }

  /** The task ended. */
  AgentEvent completed(String outcome) {
    return event(
        eventIdFromText(outcome) + ":completed", new TaskCompleted(outcome), ReplyKind.NONE);
  }

  private String callId(ToolUse use) {
    return use.givenId().orElseGet(() -> at.toEpochMilli() + ":" + use.callId());
  }

  private String eventIdFromText(String text) {
    return at.toEpochMilli() + ":" + Hash.id(text);
  }

  private AgentEvent event(String id, Object body, ReplyKind reply) {
    String root = subagent.isPresent() ? session : null;
    return AgentEvent.newBuilder()
        .setEventId(id() + ":" + id)
        .setTaskId(id())
        .setRootTaskId(root)
        .setParentTaskId(root)
        .setWorkflow(workflow)
        .setAgentId(agent)
        .setSessionId(session)
        .setOccurredAt(at)
        .setReplyRequested(reply == ReplyKind.REQUESTED)
        .setBody(body)
        .build();
  }
}
