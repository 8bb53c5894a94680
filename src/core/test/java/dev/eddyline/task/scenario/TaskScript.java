package dev.eddyline.task.scenario;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.task.TaskEngine;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What happens in one task, in short words: each verb makes one event and hands it to the stage. An
 * event that is not named has an empty id, and one without a time lies at {@link #UNTIMED}: the
 * stage fills them in.
 *
 * @param <R> what the stage answers
 */
public final class TaskScript<R> {

  /** Time of an event whose time the stage chooses. */
  public static final Instant UNTIMED = Instant.EPOCH;

  private final AgentEvent envelope;
  private final Function<AgentEvent, R> eventProcessor;

  private TaskScript(AgentEvent envelope, Function<AgentEvent, R> eventSink) {
    this.envelope = envelope;
    this.eventProcessor = eventSink;
  }

  /** A script of a task by agent {@code agent-1}. */
  public static <R> TaskScript<R> of(String taskId, Function<AgentEvent, R> eventSink) {
    AgentEvent blank =
        AgentEvent.newBuilder()
            .setEventId("")
            .setTaskId(taskId)
            .setAgentId("agent-1")
            .setOccurredAt(UNTIMED)
            .setBody(new UserMessage(""))
            .build();
    return new TaskScript<>(blank, eventSink);
  }

  /** The same task, its next events by this agent. */
  public TaskScript<R> byAgent(String agentId) {
    return with(event -> event.setAgentId(agentId));
  }

  /** The same task, its next events sent by an agent with this ingest token. */
  public TaskScript<R> withIngestToken(String name) {
    return with(event -> event.setIngestToken(name));
  }

  /** The same task as a subtask of this root. */
  public TaskScript<R> belowRoot(String rootTaskId) {
    return with(event -> event.setRootTaskId(rootTaskId));
  }

  /** The same task, its next events naming this parent. */
  public TaskScript<R> belowParent(String parentTaskId) {
    return with(event -> event.setParentTaskId(parentTaskId));
  }

  /** The same task, its next events naming this workflow. */
  public TaskScript<R> inWorkflow(String workflow) {
    return with(event -> event.setWorkflow(workflow));
  }

  /** The same task, its next events naming this tenant. */
  public TaskScript<R> ofTenant(String tenant) {
    return with(event -> event.setTenant(tenant));
  }

  /** The same task, its next events in this session. */
  public TaskScript<R> inSession(String sessionId) {
    return with(event -> event.setSessionId(sessionId));
  }

  /** The same task, its next events with this id. */
  public TaskScript<R> withEventId(String eventId) {
    return with(event -> event.setEventId(eventId));
  }

  /** The same task, its next events occurring at this time. */
  public TaskScript<R> at(Instant time) {
    return with(event -> event.setOccurredAt(time));
  }

  /** The same task, each of its next events costing this. */
  public TaskScript<R> costing(long tokens, double usd) {
    return with(
        event -> {
          event.setTokens(tokens);
          event.setCostUsd(usd);
        });
  }

  /** The same task, its next events asking for a verdict. */
  public TaskScript<R> requestingReply() {
    return with(event -> event.setReplyRequested(true));
  }

  /** The task begins. */
  public R starts(String goal) {
    return publishesBody(new TaskStarted(goal, null, null));
  }

  /** The work fails. */
  public R fails(String message) {
    return fails(message, null);
  }

  /** The work fails at a place. */
  public R fails(String message, String location) {
    return publishesBody(new FailureReported(message, null, location, null, null));
  }

  /** A tool is called. */
  public R calls(String callId, String tool, String arguments) {
    return publishesBody(new ToolCalled(callId, tool, arguments, null, null));
  }

  /** A call is repeated for the transport's sake. */
  public R retries(String callId, String tool, String arguments, String retryOf) {
    return publishesBody(new ToolCalled(callId, tool, arguments, null, retryOf));
  }

  /** A tool answers. */
  public R returns(String callId, String tool, String output) {
    return publishesBody(new ToolReturned(callId, tool, output, false));
  }

  /** A tool fails. */
  public R returnsError(String callId, String tool, String output) {
    return publishesBody(new ToolReturned(callId, tool, output, true));
  }

  /** A person speaks to the agent. */
  public R receivesUserMessage(String text) {
    return publishesBody(new UserMessage(text));
  }

  /** A step is entered. */
  public R enters(String step) {
    return publishesBody(new StepStarted(step, false));
  }

  /** The orchestrator asks before it enters a step. */
  public R proposes(String step) {
    return publishesBody(new StepStarted(step, true));
  }

  /** The task completes with success. */
  public R completes() {
    return ends(TaskEngine.SUCCESS);
  }

  /** The task ends with this outcome. */
  public R ends(String outcome) {
    return publishesBody(new TaskCompleted(outcome));
  }

  /** A person decides, at the open gate or without one. */
  public R decides(Decision decision) {
    return decides(decision, null, "Try it differently");
  }

  /** A person decides, at this gate where one is named. */
  public R decides(Decision decision, String gateId, String guidance) {
    return publishesBody(new HumanIntervened(gateId, decision, guidance, "ann", null, null));
  }

  /** Whatever else happens. */
  public R publishesBody(Object body) {
    AgentEvent event = AvroCopier.deepCopy(envelope);
    event.setBody(body);
    return eventProcessor.apply(event);
  }

  private TaskScript<R> with(Consumer<AgentEvent> change) {
    AgentEvent changed = AvroCopier.deepCopy(envelope);
    change.accept(changed);
    return new TaskScript<>(changed, eventProcessor);
  }

  /** The workflow moves. */
  public R moves(String from, String to) {
    return publishesBody(new Transition(from, to, "reason " + from, false));
  }

  /** The workflow moves along these steps; answers what the last move caused. */
  public R followsSteps(String... steps) {
    R last = null;
    for (int i = 1; i < steps.length; i++) {
      last = moves(steps[i - 1], steps[i]);
    }
    return last;
  }

  /** The task is taken up; null lists are unknown. */
  public R attempts(TaskStatus status, List<String> blockers, List<String> work) {
    return publishesBody(new TaskAttempted(status, blockers, work, false));
  }
}
