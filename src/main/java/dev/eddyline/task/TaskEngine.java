package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.SubtaskFailures;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.ReceivedDecision;
import dev.eddyline.gate.RootResets;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.Forgetting;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.MeaningFound;
import dev.eddyline.schema.MeaningRequested;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.SessionEvent;
import dev.eddyline.schema.Signal;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.schema.SubtaskSign;
import dev.eddyline.schema.TaskCompleted;
import dev.eddyline.schema.TaskState;
import dev.eddyline.schema.UserMessage;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Processes inputs: updates the task state and adds the records to publish. The result depends only
 * on the order of inputs: it uses neither clock (except {@link RecordCoordinates#decidedAt}) nor
 * randomness nor Kafka.
 */
public final class TaskEngine {

  /** {@link TaskCompleted#getOutcome} of a task that reached its goal. */
  public static final String SUCCESS = "success";

  /** The reason of a reply without a loop. */
  static final String NO_LOOP = "No loop";

  private final int partition;
  private final Supplier<Policies> policies;
  private final TaskGraphs graphs;

  /**
   * The engine of a partition.
   *
   * @param partition its number, by which roots know the location of their subtasks
   * @param policies the policies in force when an input is processed
   * @param graphs the workflow graphs in force then
   */
  public TaskEngine(int partition, Supplier<Policies> policies, Supplier<GraphSnapshot> graphs) {
    this.partition = partition;
    this.policies = Objects.requireNonNull(policies, "policies");
    this.graphs = new TaskGraphs(graphs);
  }

  /** The root that the event names: its rootTaskId or, without one, its task. */
  public static String namedRoot(AgentEvent event) {
    return event.getRootTaskId() == null ? event.getTaskId() : event.getRootTaskId();
  }

  /** The task id that is the event's key: the root for a decision, otherwise the task. */
  public static String home(AgentEvent event) {
    return event.getBody() instanceof HumanIntervened ? namedRoot(event) : event.getTaskId();
  }

  /**
   * Processes an event on its partition. Decisions count as not verified.
   *
   * @throws BadInputException if it is invalid; no state is changed then
   */
  public InputOutcome take(
      AgentEvent event, RecordCoordinates place, TaskStateStore memory, Outbox outbox) {
    return take(event, false, place, memory, outbox);
  }

  /**
   * Processes an event on its partition.
   *
   * @param verified whether it is a decision with a valid signature
   * @throws BadInputException if it is invalid; no state is changed then
   */
  public InputOutcome take(
      AgentEvent event,
      boolean verified,
      RecordCoordinates place,
      TaskStateStore memory,
      Outbox outbox) {
    if (!(event.getBody() instanceof HumanIntervened)) {
      return takeEvent(event, false, place, memory, outbox);
    }
    InputOutcome outcome = takeEvent(event, verified, place, memory, outbox);
    outbox.add(receipt(event, outcome, verified, outbox));
    return outcome;
  }

  private static DecisionReceipt receipt(
      AgentEvent decision, InputOutcome outcome, boolean verified, Outbox outbox) {
    Source source = outbox.source();
    Instant at = outbox.decidedAt();
    return switch (outcome) {
      case TAKEN, ANSWERED -> DecisionReceipts.accepted(decision, verified, source, at);
      case REPEATED ->
          DecisionReceipts.refused(decision, DecisionReceipts.DUPLICATE, verified, source, at);
      case LATE -> DecisionReceipts.refused(decision, DecisionReceipts.LATE, verified, source, at);
    };
  }

  private InputOutcome takeEvent(
      AgentEvent event,
      boolean verified,
      RecordCoordinates place,
      TaskStateStore memory,
      Outbox outbox) {
    String home = home(event);
    long at = place.eventTime(event.getOccurredAt());
    TaskState state =
        Tasks.load(
            memory, home, at, place.storageTime(), event.getEventId(), kept -> policy(event, kept));
    Policy policy =
        policy(event, state)
            .policyForStepAndComplexity(Tasks.step(event, state), Tasks.complexity(event, state));
    String rootId = root(event, state);
    Optional<Subtask> subtask =
        rootId.equals(home)
            ? Optional.empty()
            : Optional.of(Subtask.loadSubtask(rootId, state, at, place, memory));
    RootState root =
        subtask
            .map(Subtask::rootStateKnownHere)
            .orElseGet(() -> Tasks.standing(state, home, memory));
    root.removeExpiredLoops(policy, Math.max(at, state.getNewestAt()));
    subtask.ifPresent(below -> below.adoptRootEpoch(event.getEventId()));
    Cost before = state.getCost();
    long silence = Math.max(0, at - state.getNewestAt());

    if (EventKind.isProposed(event.getBody())) {
      TaskContext known = new TaskContext(home, state, new ReadOnlyStateView(memory));
      DetectionResults would =
          new TaskDetection(policy, graphs.findTransitionLookup(event, state), known)
              .runDetectors(event, at, place, before, silence);
      LoopDecider.replyToProposedEvent(
          situation(event, state, at, policy, root, place, memory)
              .withOffGraphTransition(would.offGraphTransition()),
          would.loops(),
          state.getSignalled(),
          outbox);
      return InputOutcome.ANSWERED;
    }
    RecentEvents recent = RecentEvents.loadIdsOfEventKind(event, at, state);
    if (recent.isDuplicate()) {
      return InputOutcome.REPEATED;
    }
    if (recent.isLate()) {
      DecisionContext late = situation(event, state, at, policy, root, place, memory);
      answerIfAsked(event, late, "Too late to count", outbox);
      return InputOutcome.LATE;
    }
    Tasks.record(state, event, at, place, recent);
    boolean counted = false;
    DecisionContext situation = situation(event, state, at, policy, root, place, memory);
    if (event.getBody() instanceof HumanIntervened human) {
      RootSignalHandler.applyHumanDecision(
          new ReceivedDecision(human, verified), situation, state, outbox);
      answerIfAsked(event, situation, NO_LOOP, outbox);
    } else if (EventKind.isSuccess(event.getBody())) {
      complete(situation, state, outbox);
      answerIfAsked(event, situation, NO_LOOP, outbox);
    } else {
      WaitTracker.recordWaitStartOrEnd(state, event.getBody(), at, policy);
      if (event.getBody() instanceof UserMessage
          && policy.gate().resetOnUserMessage()
          && isRoot(situation)) {
        Tasks.clear(state, event.getEventId());
        RootResets.onUserMessage(situation, outbox);
      }
      long progress = state.getSigns().getProgress();
      DetectionResults detected =
          new TaskDetection(
                  policy,
                  graphs.findTransitionLookup(event, state),
                  new TaskContext(home, state, memory))
              .runDetectors(event, at, place, before, silence);
      if (state.getSigns().getProgress() > progress) {
        progressed(situation, state, outbox);
      }
      WaitTracker.backOff(state, detected.loops(), at, policy);
      situation = situation.withOffGraphTransition(detected.offGraphTransition());
      conclude(event, detected, situation, state, place, outbox);
      LoopDecider.publishOffGraphTransition(situation, outbox);
      EvaluationRequester.storeGoalOrRequestEvaluation(event, detected, situation, state, outbox);
      counted = LoopDecider.hasCountingLoop(detected.loops());
      MeaningRequestHandler.publishModelRequest(event, detected, situation, state, place, outbox);
    }
    if (Signals.concernsSession(event)
        && Detectors.SESSION_SCOPED.stream().anyMatch(rule -> policy.limits(rule).enabled())
        && !policy.isMuted(event, state.getStep(), at)) {
      outbox.add(Signals.newSessionEventSignal(event, situation, state, counted, place, outbox));
    }
    if (subtask.isPresent()) {
      subtask.get().publishAliveSignalIfDue(situation.subject(), partition, place, memory, outbox);
    } else {
      RootSignalHandler.sendRootUpdatesIfChanged(rootId, root, at, outbox);
    }
    Tasks.keepLeaderContext(state, outbox);
    Tasks.save(state, root, home, memory);
    return InputOutcome.TAKEN;
  }

  /**
   * Processes a signal on its target partition.
   *
   * @return false if it belongs to an earlier epoch of its root and has no effect
   */
  public boolean take(
      Signal signal, RecordCoordinates place, TaskStateStore memory, Outbox outbox) {
    Object body = signal.getBody();
    if (body instanceof SubtaskLoop loop) {
      Policy policy =
          policies
              .get()
              .policyForWorkflow(loop.getWorkflow())
              .policyForStepAndComplexity(loop.getStep(), loop.getComplexity());
      return RootSignalHandler.handleSubtaskSignal(
          loop,
          policy,
          place,
          memory,
          RemedyRecorderFactory.forRoot(loop.getRootTaskId(), memory, policies),
          outbox);
    } else if (body instanceof SubtaskProgress progress) {
      return RootSignalHandler.handleSubtaskSignal(
          progress, policies.get().policyForWorkflow(progress.getWorkflow()), place, memory);
    } else if (body instanceof SubtaskSign sign) {
      RootSignalHandler.handleSubtaskSignal(
          sign,
          root -> policies.get().policyForWorkflow(root.getWorkflow()),
          place,
          memory,
          outbox);
    } else if (body instanceof RootNews news) {
      Subtask.applyRootUpdate(news, place, memory);
    } else if (body instanceof SessionEvent hop) {
      String workflow = hop.getEvent().getWorkflow();
      Policy policy =
          policies
              .get()
              .policyForWorkflow(workflow)
              .policyForStepAndComplexity(hop.getStep(), hop.getComplexity());
      SessionEventHandler.handleSessionEvent(hop, policy, place, memory, outbox);
    } else if (body instanceof Forgetting order) {
      TaskEraser.eraseTask(order, policies.get(), memory, outbox);
    } else if (body instanceof MeaningFound found) {
      return MeaningRequestHandler.handleModelAnswer(found, policies.get(), place, memory, outbox);
    } else if (!(body instanceof MeaningRequested)) { // for the sentence model
      throw new IllegalArgumentException("unknown signal: " + body.getClass().getName());
    }
    return true;
  }

  private static void answerIfAsked(
      AgentEvent event, DecisionContext situation, String reason, Outbox outbox) {
    if (event.getReplyRequested()) {
      LoopDecider.publishReplyWithoutLoop(situation, reason, outbox);
    }
  }

  private Policy policy(AgentEvent event, TaskState state) {
    return policies
        .get()
        .policyForWorkflow(event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow());
  }

  /** The root of an event: the one it names or, without one, the stored root of its task. */
  private static String root(AgentEvent event, TaskState state) {
    boolean remembered =
        event.getRootTaskId() == null
            && state.getRootTaskId() != null
            && !(event.getBody() instanceof HumanIntervened);
    return remembered ? state.getRootTaskId() : namedRoot(event);
  }

  private DecisionContext situation(
      AgentEvent event,
      TaskState state,
      long at,
      Policy policy,
      RootState root,
      RecordCoordinates place,
      TaskStateStore memory) {
    String workflow = event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow();
    String rootId = root(event, state);
    VerdictSubject subject =
        VerdictSubject.of(event, rootId, workflow, Tasks.step(event, state), at);
    boolean asked = EventKind.asksForReply(event);
    return new DecisionContext(
            subject,
            policy,
            state.getCost(),
            root,
            RemedyRecorderFactory.forRoot(rootId, memory, policies))
        .withRecordTime(place.recordTime(), memory.firstStart(), asked);
  }

  private static void conclude(
      AgentEvent event,
      DetectionResults detected,
      DecisionContext situation,
      TaskState state,
      RecordCoordinates place,
      Outbox outbox) {
    Optional<String> asked = detected.reasonForReplyWithoutLoop(event.getReplyRequested());
    Optional<FailureSignature> failure =
        isRoot(situation)
            ? Optional.empty()
            : SubtaskFailures.ofEvent(
                event,
                detected.failures(),
                state.getSigns(),
                situation.policy().limits(Detectors.IDENTICAL_FAILURE));
    if (isRoot(situation) || !LoopDecider.hasLoopToPublish(detected.loops()) && failure.isEmpty()) {
      Tasks.startAnew(LoopDecider.decideOnLoops(situation, detected.loops(), asked, outbox), state);
      return;
    }
    outbox.add(
        new Signal(
            Signals.newSubtaskLoop(
                    situation.subject(),
                    Tasks.step(event, state),
                    state.getComplexity(),
                    detected.loops(),
                    situation.taskCost(),
                    situation.root().epoch(),
                    place.recordTime(),
                    outbox)
                .setReplyRequested(asked.isPresent() && situation.policy().mode() == Mode.LIVE)
                .setOffGraph(
                    situation
                        .offGraphTransition()
                        .map(move -> Signals.convertOffGraphTransition(move, asked.isPresent()))
                        .orElse(null))
                .setFailure(failure.orElse(null))
                .setNoLoopReason(asked.filter(reason -> !reason.equals(NO_LOOP)).orElse(null))
                .setStartedAt(Instant.ofEpochMilli(state.getStartedAt()))
                .setStartedPartition(state.getStartedPartition())
                .setStartedOffset(state.getStartedOffset())
                .build()));
    Subtask.recordSignalledLoops(situation, detected.loops(), state);
    state.setCounted(state.getCounted() || failure.isPresent());
    if (situation.policy().mode() == Mode.SHADOW) {
      asked.ifPresent(reason -> LoopDecider.publishReplyWithoutLoop(situation, reason, outbox));
    }
  }

  /**
   * Progress of a root clears its counter; progress of a subtask removes its loops and failures
   * from its root.
   */
  private static void progressed(DecisionContext situation, TaskState state, Outbox outbox) {
    if (isRoot(situation)) {
      if (situation.policy().gate().progressForgives()) {
        situation.root().removeCountedLoops(situation.policy().mode());
      }
    } else if (state.getCounted()) {
      outbox.add(
          Signals.newSubtaskProgressSignal(situation.subject(), situation.root().epoch(), outbox));
      state.setCounted(false);
    }
  }

  private static void complete(DecisionContext situation, TaskState state, Outbox outbox) {
    Tasks.clear(state, situation.subject().eventId());
    if (isRoot(situation)) {
      RootResets.onRootTaskCompleted(situation, outbox);
    } else {
      progressed(situation, state, outbox);
    }
  }

  private static boolean isRoot(DecisionContext situation) {
    return situation.subject().rootTaskId().equals(situation.subject().taskId());
  }
}
