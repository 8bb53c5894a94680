package dev.eddyline.agents;

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
 * The task of a coding agent, and the events that its hooks, files and telemetry add to it. The
 * task is the session, or within it the subagent.
 *
 * <p>An event id is {@code {task}:{id}:{kind}} with the agent's own id of the tool call or prompt.
 * Where it has none, {@code id} is {@code {epoch milliseconds}:{hash of the text}}.
 *
 * @param workflow workflow of the events
 * @param session id of the session, the root task
 * @param subagent id of the subagent, if one acts
 * @param agent id of the acting agent
 * @param at when it happened
 */
public record AgentTask(
    String workflow, String session, Optional<String> subagent, String agent, Instant at) {

  /** Outcome of a task that reached its goal. */
  public static final String SUCCESS = "success";

  /** Whether an event requests a reply. */
  public enum ReplyKind {
    REQUESTED,
    NONE
  }

  /** Id of the task. */
  public String id() {
    return subagent.map(it -> session + "/" + it).orElse(session);
  }

  /** A tool is called. */
  public AgentEvent called(ToolUse use, ReplyKind reply) {
    Object body = new ToolCalled(use.callId(), use.tool(), use.arguments(), use.loopKey(), null);
    return event(callId(use) + ":called", body, reply);
  }

  /** A call that was reported, but did not run, is made again: the same call, no repetition. */
  public AgentEvent calledAgain(ToolUse use, ReplyKind reply) {
    Object body =
        new ToolCalled(use.callId(), use.tool(), use.arguments(), use.loopKey(), use.callId());
    return event("%s:%d:called".formatted(callId(use), at.toEpochMilli()), body, reply);
  }

  /** A tool call came back; an unknown output is null. */
  public AgentEvent returned(ToolUse use, String output, boolean isError, ReplyKind reply) {
    Object body = new ToolReturned(use.callId(), use.tool(), output, isError);
    return event(callId(use) + ":returned", body, reply);
  }

  /** Another agent is asked. */
  public AgentEvent requested(ToolUse use, Delegation delegation, ReplyKind reply) {
    Object body = new CollaborationRequested(delegation.toAgent(), delegation.request());
    return event(callId(use) + ":called", body, reply);
  }

  /** The other agent answered. */
  public AgentEvent answered(ToolUse use, String response, ReplyKind reply) {
    return event(callId(use) + ":returned", new CollaborationAnswered(agent, response), reply);
  }

  /** A person wrote a prompt. */
  public AgentEvent prompted(Optional<String> promptId, String text) {
    String id = promptId.orElseGet(() -> eventIdFromText(text));
    return event(id + ":user", new UserMessage(text), ReplyKind.NONE);
  }

  /** The agent said something; the same text in a later turn is another event. */
  public AgentEvent responded(String text) {
    return responded(Optional.empty(), text);
  }

  /** The agent said something in response to a request with this id, if it is known. */
  public AgentEvent responded(Optional<String> requestId, String text) {
    String id = requestId.orElseGet(() -> eventIdFromText(text));
    return event(id + ":response", new ResponseProduced(agent, text), ReplyKind.NONE);
  }

  /** A call of the model failed. */
  public AgentEvent failed(String message, String errorType) {
    FailureReported body =
        FailureReported.newBuilder().setMessage(message).setErrorType(errorType).build();
    return event(eventIdFromText(message) + ":failure", body, ReplyKind.NONE);
  }

  /** The task began. */
  public AgentEvent started(String goal) {
    return event("started", TaskStarted.newBuilder().setGoal(goal).build(), ReplyKind.NONE);
  }

  /** The task ended. */
  public AgentEvent completed(String outcome) {
    return event(
        eventIdFromText(outcome) + ":completed", new TaskCompleted(outcome), ReplyKind.NONE);
  }

  /**
   * The session ended. Only an orchestrator knows whether the task succeeded, which would close its
   * gate: whatever the agent says, it is not {@code success}.
   */
  public AgentEvent ended(Optional<String> reason) {
    return completed(reason.filter(outcome -> !outcome.equalsIgnoreCase(SUCCESS)).orElse("ended"));
  }

  /**
   * Any event of the task that requests no reply.
   *
   * @param id what follows the task in the event id
   */
  public AgentEvent event(String id, Object body) {
    return event(id, body, ReplyKind.NONE);
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
