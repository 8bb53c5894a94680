package dev.eddyline.task;

import dev.eddyline.detect.api.EventTypes;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.ReceivedDecision;
import dev.eddyline.gate.RootResets;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.state.TaskState;
import java.util.function.Supplier;

/**
 * The way of an event: load its task, deduplicate, record, detect loops, conclude (count, decide,
 * escalate), signal other partitions, save. Nothing is stored before the last step.
 */
final class EventPipeline {

  private final int partition;
  private final Supplier<Policies> policies;
  private final TaskGraphs graphs;
  private final EventObserver observer;

  /** The pipeline of a partition with the policies and graphs in force. */
  EventPipeline(
      int partition,
      Supplier<Policies> policies,
      Supplier<GraphSnapshot> graphs,
      EventObserver observer) {
    this.partition = partition;
    this.policies = policies;
    this.graphs = new TaskGraphs(graphs);
    this.observer = observer;
  }

  /**
   * Processes an event.
   *
   * @param verified whether it is a decision with a valid signature
   * @throws BadInputException if it is invalid; no state is changed then
   */
  InputOutcome process(
      AgentEvent event,
      boolean verified,
      RecordCoordinates place,
      TaskStateStore stores,
      Outbox outbox) {
    LoadedEvent loaded = LoadedEvent.load(event, place, stores, policies.get());
    TaskState state = loaded.state();
    if (EventKind.isProposed(event.getBody())) {
      replyToProposal(loaded, outbox);
      return InputOutcome.ANSWERED;
    }
    RecentEvents recent = RecentEvents.loadIdsOfEventKind(event, loaded.at(), state);
    if (recent.isDuplicate()) {
      return InputOutcome.REPEATED;
    }
    if (recent.isLate()) {
      replyIfRequested(event, loaded.decisionContext(policies), "Too late to count", outbox);
      return InputOutcome.LATE;
    }
    Tasks.record(state, event, loaded.rootId(), loaded.at(), place, recent);
    DecisionContext context = loaded.decisionContext(policies);
    boolean waits = waitsForDecision(event, context);
    if (waits || loaded.namesOtherRootAtOpenGate()) {
      String attempt = waits ? attempt(event.getBody()) : "other_root";
      outbox.add(DecisionReceipts.refusedAttempt(event, attempt, context, outbox));
    }
    boolean closedLoop = false;
    if (event.getBody() instanceof HumanIntervened human) {
      RootSignalHandler.applyHumanDecision(
          new ReceivedDecision(human, verified), context, state, outbox);
      replyIfRequested(event, context, TaskEngine.NO_LOOP, outbox);
    } else if (EventKind.isSuccess(event.getBody()) && !waits) {
      Conclusion.completeTask(context, state, outbox);
      replyIfRequested(event, context, TaskEngine.NO_LOOP, outbox);
    } else {
      closedLoop = processWork(loaded, context, !waits, outbox);
    }
    Conclusion.signalEnd(event, context, state, place, outbox);
    ReportedDecisions.recordReport(event, loaded.at(), context, state, outbox);
    signalOtherPartitions(loaded, context, closedLoop, outbox);
    Tasks.keepLeaderContext(state, outbox);
    Tasks.save(state, loaded.root(), loaded.home(), stores);
    return InputOutcome.TAKEN;
  }

  /** Whether an agent's event would end the root or reset its counter while its gate is open. */
  private static boolean waitsForDecision(AgentEvent event, DecisionContext context) {
    return event.getIngestToken() != null
        && context.isRoot()
        && (EventKind.isSuccess(event.getBody()) || resetsCounter(event, context))
        && context.root().openGate().isPresent();
  }

  private static String attempt(Object body) {
    return body instanceof UserMessage ? "user_message" : "task_completed";
  }

  private static boolean resetsCounter(AgentEvent event, DecisionContext context) {
    return event.getBody() instanceof UserMessage
        && context.policy().gate().resetOnUserMessage()
        && context.isRoot();
  }

  /**
   * Detects and concludes.
   *
   * @param mayReset whether a message of a person may reset the counter
   * @return whether the event closed a counted loop
   */
  private boolean processWork(
      LoadedEvent loaded, DecisionContext context, boolean mayReset, Outbox outbox) {
    AgentEvent event = loaded.event();
    TaskState state = loaded.state();
    WaitTracker.recordWaitStartOrEnd(state, event.getBody(), loaded.at(), loaded.policy());
    if (mayReset && resetsCounter(event, context)) {
      Tasks.clear(state, VerdictSubject.eventKey(event));
      RootResets.onUserMessage(context, outbox);
    }
    long progress = state.getSigns().getProgress();
    DetectionResults detected = detect(loaded, loaded.stores());
    if (state.getSigns().getProgress() > progress) {
      Conclusion.applyProgress(context, state, outbox);
    }
    WaitTracker.backOff(state, detected.loops(), loaded.at(), loaded.policy());
    DecisionContext moved = context.withOffGraphTransition(detected.offGraphTransition());
    Conclusion.conclude(event, detected, moved, state, loaded.place(), outbox);
    LoopDecider.publishOffGraphTransition(moved, outbox);
    EvaluationRequester.storeGoalOrRequestEvaluation(event, detected, moved, state, outbox);
    MeaningRequestHandler.publishModelRequest(
        event, detected, moved, state, loaded.place(), outbox);
    return LoopDecider.hasCountingLoop(detected.loops());
  }

  private DetectionResults detect(LoadedEvent loaded, TaskStateStore stores) {
    return new TaskDetection(
            loaded.policy(),
            graphs.findTransitionLookup(loaded.event(), loaded.state()),
            new TaskContext(loaded.home(), loaded.state(), stores),
            observer)
        .runDetectors(
            loaded.event(),
            loaded.at(),
            loaded.place(),
            loaded.costBefore(),
            loaded.silenceMillis());
  }

  /** Answers what would happen; nothing is stored. */
  private void replyToProposal(LoadedEvent loaded, Outbox outbox) {
    DetectionResults would = detect(loaded, new ReadOnlyStateView(loaded.stores()));
    LoopDecider.replyToProposedEvent(
        loaded.decisionContext(policies).withOffGraphTransition(would.offGraphTransition()),
        would.loops(),
        loaded.state().getSignalled(),
        outbox);
  }

  private static void replyIfRequested(
      AgentEvent event, DecisionContext context, String reason, Outbox outbox) {
    if (event.getReplyRequested()) {
      LoopDecider.publishReplyWithoutLoop(context, reason, outbox);
    }
  }

  /** Signals the session, and the root or its subtasks. */
  private void signalOtherPartitions(
      LoadedEvent loaded, DecisionContext context, boolean closedLoop, Outbox outbox) {
    AgentEvent event = loaded.event();
    if (EventTypes.concernsSession(event) && loaded.isSessionDetectorEnabled()) {
      outbox.add(
          Signals.newSessionEventSignal(
              event, context, loaded.state(), closedLoop, loaded.place(), outbox));
    }
    if (loaded.subtask().isPresent()) {
      loaded
          .subtask()
          .get()
          .publishAliveSignalIfDue(
              context.subject(), partition, loaded.place(), loaded.stores(), outbox);
    } else {
      RootSignalHandler.sendRootUpdatesIfChanged(
          loaded.rootId(), loaded.root(), loaded.at(), outbox);
    }
  }
}
