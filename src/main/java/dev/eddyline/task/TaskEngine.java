package dev.eddyline.task;

import dev.eddyline.gate.Case;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.Resets;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Ruling;
import dev.eddyline.gate.Subject;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.Transition;
import dev.eddyline.schema.UserMessage;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What an input does to its task's memory, and what is published because of it. A pure function of
 * the order of inputs: {@link Place#decidedAt} aside, no clock, no chance and nothing of Kafka.
 */
public final class TaskEngine {

  /** {@link TaskCompleted#getOutcome} of a task that reached its goal. */
  public static final String SUCCESS = "success";

  private final Policies policies;

  /** An engine that decides by these policies. */
  public TaskEngine(Policies policies) {
    this.policies = Objects.requireNonNull(policies, "policies");
  }

  /** The root that the event itself names: its rootTaskId, or else its task. */
  public static String namedRoot(AgentEvent event) {
    return event.getRootTaskId() == null ? event.getTaskId() : event.getRootTaskId();
  }

  /**
   * The task under whose key an event belongs: a decision goes to the root, the rest to its task.
   */
  public static String home(AgentEvent event) {
    return event.getBody() instanceof HumanIntervened ? namedRoot(event) : event.getTaskId();
  }

  /**
   * Takes an event at its home.
   *
   * @throws BadInputException when it cannot be taken; nothing was remembered then
   */
  public Outcome take(AgentEvent event, Place place, Memory memory, Outbox outbox) {
    String home = home(event);
    long at = place.eventTime(event.getOccurredAt());
    TaskState state =
        Tasks.load(
            memory, home, at, place.storageTime(), event.getEventId(), kept -> policy(event, kept));
    Policy policy =
        policy(event, state).at(Tasks.step(event, state), Tasks.complexity(event, state));
    RootStanding root = Tasks.standing(state, home, memory);
    Cost before = state.getCost();

    if (isProposed(event.getBody())) {
      Ruling.answer(situation(event, state, at, policy, root), "Asked beforehand", outbox);
      return Outcome.ANSWERED;
    }
    RecentEvents recent = RecentEvents.like(event, state);
    if (recent.knows(event.getEventId())) {
      return Outcome.REPEATED;
    }
    if (recent.isLate(at)) {
      answerIfAsked(event, situation(event, state, at, policy, root), "Too late to count", outbox);
      return Outcome.LATE;
    }
    Tasks.record(state, event, at, place.storageTime());
    Case situation = situation(event, state, at, policy, root);
    if (event.getBody() instanceof HumanIntervened human) {
      decide(human, situation, state, outbox);
      answerIfAsked(event, situation, "No loop", outbox);
    } else if (isSuccess(event.getBody())) {
      complete(situation, state, outbox);
      answerIfAsked(event, situation, "No loop", outbox);
    } else {
      Waiting.follow(state, event.getBody(), at, policy);
      if (event.getBody() instanceof UserMessage
          && policy.gate().resetOnUserMessage()
          && isRoot(situation)) {
        Tasks.clear(state, event.getEventId());
        Resets.spoken(situation, outbox);
      }
      Detected detected =
          new Detection(policy, new TaskMemory(home, state, memory)).of(event, at, place, before);
      conclude(event, detected, situation, state, outbox);
    }
    Tasks.save(state, root, home, memory);
    return Outcome.TAKEN;
  }

  /** Counts at its root what a subtask's partition found. */
  public void take(SubtaskLoop loop, Place place, Memory memory, Outbox outbox) {
    Policy policy = policies.of(loop.getWorkflow()).at(loop.getStep(), loop.getComplexity());
    String root = loop.getRootTaskId();
    Subject subject = Subject.of(loop);
    TaskState state =
        Tasks.load(
            memory, root, subject.at(), place.storageTime(), loop.getEventId(), kept -> policy);
    Tasks.touch(state, subject.at(), place.storageTime());
    RootStanding standing = Tasks.standing(state, root, memory);
    Case situation = new Case(subject, policy, loop.getTaskCost(), standing);
    Ruling.rule(situation, loop.getLoops(), Optional.empty(), outbox);
    Tasks.save(state, standing, root, memory);
  }

  private static void answerIfAsked(
      AgentEvent event, Case situation, String reason, Outbox outbox) {
    if (event.getReplyRequested()) {
      Ruling.answer(situation, reason, outbox);
    }
  }

  private Policy policy(AgentEvent event, TaskState state) {
    return policies.of(event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow());
  }

  private static Case situation(
      AgentEvent event, TaskState state, long at, Policy policy, RootStanding root) {
    boolean remembered =
        event.getRootTaskId() == null
            && state.getRootTaskId() != null
            && !(event.getBody() instanceof HumanIntervened);
    String rootId = remembered ? state.getRootTaskId() : namedRoot(event);
    String workflow = event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow();
    return new Case(Subject.of(event, rootId, workflow, at), policy, state.getCost(), root);
  }

  private static boolean isProposed(Object body) {
    return body instanceof StepStarted step && step.getProposed()
        || body instanceof Transition transition && transition.getProposed()
        || body instanceof TaskAttempted attempt && attempt.getProposed();
  }

  private static boolean isSuccess(Object body) {
    return body instanceof TaskCompleted done && done.getOutcome().equals(SUCCESS);
  }

  private static void conclude(
      AgentEvent event, Detected detected, Case situation, TaskState state, Outbox outbox) {
    if (!isRoot(situation) && Ruling.isPublished(detected.loops())) {
      outbox.add(new Signal(signal(event, detected.loops(), situation, state, outbox)));
    } else {
      String otherwise = detected.forgiven().orElse("No loop");
      Optional<String> asked =
          event.getReplyRequested() ? Optional.of(otherwise) : Optional.empty();
      Ruling.rule(situation, detected.loops(), asked, outbox);
    }
  }

  private static SubtaskLoop signal(
      AgentEvent event, List<FoundLoop> loops, Case situation, TaskState state, Outbox outbox) {
    Subject subject = situation.subject();
    return SubtaskLoop.newBuilder()
        .setEventId(subject.eventId())
        .setTaskId(subject.taskId())
        .setAgentId(subject.agentId())
        .setSessionId(subject.sessionId())
        .setWorkflow(subject.workflow())
        .setRootTaskId(subject.rootTaskId())
        .setStep(Tasks.step(event, state))
        .setComplexity(state.getComplexity())
        .setSource(outbox.source())
        .setEventTime(Instant.ofEpochMilli(subject.at()))
        .setLoops(loops)
        .setTaskCost(situation.taskCost())
        .build();
  }

  private static void complete(Case situation, TaskState state, Outbox outbox) {
    Tasks.clear(state, situation.subject().eventId());
    if (isRoot(situation)) {
      Resets.completed(situation, outbox);
    }
  }

  private static void decide(
      HumanIntervened human, Case situation, TaskState state, Outbox outbox) {
    String open = situation.root().openGate().map(OpenGate::getGateId).orElse(null);
    if (human.getGateId() != null && !human.getGateId().equals(open)) {
      throw new BadInputException(
          "human_intervened.gateId: that gate is not open for this root task; "
              + (open == null ? "none is open" : "the open one is " + open));
    }
    if (Resets.decided(situation, human, outbox)) {
      Tasks.clear(state, situation.subject().eventId());
    }
  }

  private static boolean isRoot(Case situation) {
    return situation.subject().rootTaskId().equals(situation.subject().taskId());
  }
}
