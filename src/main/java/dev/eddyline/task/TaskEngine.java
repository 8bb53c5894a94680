package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.gate.Case;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.ReceivedDecision;
import dev.eddyline.gate.Resets;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Ruling;
import dev.eddyline.gate.Subject;
import dev.eddyline.graph.GraphSnapshot;
import dev.eddyline.policy.Mode;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.DecisionReceipt;
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
 * on the order of inputs: it uses neither clock (except {@link Place#decidedAt}) nor randomness nor
 * Kafka.
 */
public final class TaskEngine {

  /** {@link TaskCompleted#getOutcome} of a task that reached its goal. */
  public static final String SUCCESS = "success";

  /** The reason of a reply without a loop. */
  static final String NO_LOOP = "No loop";

  private final int partition;
  private final Supplier<Policies> policies;
  private final Graphs graphs;

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
    this.graphs = new Graphs(graphs);
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
  public Outcome take(AgentEvent event, Place place, Memory memory, Outbox outbox) {
    return take(event, false, place, memory, outbox);
  }

  /**
   * Processes an event on its partition.
   *
   * @param verified whether it is a decision with a valid signature
   * @throws BadInputException if it is invalid; no state is changed then
   */
  public Outcome take(
      AgentEvent event, boolean verified, Place place, Memory memory, Outbox outbox) {
    if (!(event.getBody() instanceof HumanIntervened)) {
      return takeEvent(event, false, place, memory, outbox);
    }
    Outcome outcome = takeEvent(event, verified, place, memory, outbox);
    outbox.add(receipt(event, outcome, verified, outbox));
    return outcome;
  }

  private static DecisionReceipt receipt(
      AgentEvent decision, Outcome outcome, boolean verified, Outbox outbox) {
    Source source = outbox.source();
    Instant at = outbox.decidedAt();
    return switch (outcome) {
      case TAKEN, ANSWERED -> Receipts.accepted(decision, verified, source, at);
      case REPEATED -> Receipts.refused(decision, Receipts.DUPLICATE, verified, source, at);
      case LATE -> Receipts.refused(decision, Receipts.LATE, verified, source, at);
    };
  }

  private Outcome takeEvent(
      AgentEvent event, boolean verified, Place place, Memory memory, Outbox outbox) {
    String home = home(event);
    long at = place.eventTime(event.getOccurredAt());
    TaskState state =
        Tasks.load(
            memory, home, at, place.storageTime(), event.getEventId(), kept -> policy(event, kept));
    Policy policy =
        policy(event, state).at(Tasks.step(event, state), Tasks.complexity(event, state));
    String rootId = root(event, state);
    Optional<Subtask> subtask =
        rootId.equals(home)
            ? Optional.empty()
            : Optional.of(Subtask.of(rootId, state, at, place, memory));
    RootStanding root =
        subtask.map(Subtask::root).orElseGet(() -> Tasks.standing(state, home, memory));
    root.keepWindow(policy, Math.max(at, state.getNewestAt()));
    subtask.ifPresent(below -> below.follow(event.getEventId()));
    Cost before = state.getCost();

    if (EventKind.isProposed(event.getBody())) {
      TaskMemory known = new TaskMemory(home, state, new Unrecorded(memory));
      Detected would =
          new Detection(policy, graphs.of(event, state), known).of(event, at, place, before);
      Ruling.propose(
          situation(event, state, at, policy, root, place, memory).moved(would.offGraph()),
          would.loops(),
          state.getSignalled(),
          outbox);
      return Outcome.ANSWERED;
    }
    RecentEvents recent = RecentEvents.before(event, at, state);
    if (recent.isRepeat()) {
      return Outcome.REPEATED;
    }
    if (recent.isLate()) {
      Case late = situation(event, state, at, policy, root, place, memory);
      answerIfAsked(event, late, "Too late to count", outbox);
      return Outcome.LATE;
    }
    Tasks.record(state, event, at, place.storageTime(), recent);
    boolean counted = false;
    Case situation = situation(event, state, at, policy, root, place, memory);
    if (event.getBody() instanceof HumanIntervened human) {
      Roots.decide(new ReceivedDecision(human, verified), situation, state, outbox);
      answerIfAsked(event, situation, NO_LOOP, outbox);
    } else if (EventKind.isSuccess(event.getBody())) {
      complete(situation, state, outbox);
      answerIfAsked(event, situation, NO_LOOP, outbox);
    } else {
      Waiting.follow(state, event.getBody(), at, policy);
      if (event.getBody() instanceof UserMessage
          && policy.gate().resetOnUserMessage()
          && isRoot(situation)) {
        Tasks.clear(state, event.getEventId());
        Resets.spoken(situation, outbox);
      }
      long progress = state.getSigns().getProgress();
      Detected detected =
          new Detection(policy, graphs.of(event, state), new TaskMemory(home, state, memory))
              .of(event, at, place, before);
      if (state.getSigns().getProgress() > progress) {
        progressed(situation, state, outbox);
      }
      Waiting.backOff(state, detected.loops(), at, policy);
      situation = situation.moved(detected.offGraph());
      conclude(event, detected, situation, state, place, outbox);
      Ruling.tellOffGraph(situation, outbox);
      Questions.follow(event, detected, situation, state, outbox);
      counted = Ruling.counts(detected.loops());
      OpenRequests.ask(event, detected, situation, state, place, outbox);
    }
    if (Signals.concernsSession(event)
        && Detectors.SESSION_SCOPED.stream().anyMatch(rule -> policy.limits(rule).enabled())
        && !policy.isMuted(event, state.getStep(), at)) {
      outbox.add(Signals.session(event, situation, state, counted, place, outbox));
    }
    if (subtask.isPresent()) {
      subtask.get().announce(situation.subject(), partition, place, memory, outbox);
    } else {
      Roots.tell(rootId, root, at, outbox);
    }
    Tasks.keepLeaderContext(state, outbox);
    Tasks.save(state, root, home, memory);
    return Outcome.TAKEN;
  }

  /**
   * Processes a signal on its target partition.
   *
   * @return false if it belongs to an earlier epoch of its root and has no effect
   */
  public boolean take(Signal signal, Place place, Memory memory, Outbox outbox) {
    Object body = signal.getBody();
    if (body instanceof SubtaskLoop loop) {
      Policy policy =
          policies.get().of(loop.getWorkflow()).at(loop.getStep(), loop.getComplexity());
      return Roots.take(
          loop, policy, place, memory, Learners.of(loop.getRootTaskId(), memory, policies), outbox);
    } else if (body instanceof SubtaskProgress progress) {
      return Roots.take(progress, policies.get().of(progress.getWorkflow()), place, memory);
    } else if (body instanceof SubtaskSign sign) {
      Roots.take(sign, root -> policies.get().of(root.getWorkflow()), place, memory, outbox);
    } else if (body instanceof RootNews news) {
      Subtask.take(news, place, memory);
    } else if (body instanceof SessionEvent hop) {
      String workflow = hop.getEvent().getWorkflow();
      Policy policy = policies.get().of(workflow).at(hop.getStep(), hop.getComplexity());
      Sessions.take(hop, policy, place, memory, outbox);
    } else if (body instanceof Forgetting order) {
      Forgotten.take(order, policies.get(), memory, outbox);
    } else if (body instanceof MeaningFound found) {
      return OpenRequests.take(found, policies.get(), place, memory, outbox);
    } else if (!(body instanceof MeaningRequested)) { // for the sentence model
      throw new IllegalArgumentException("unknown signal: " + body.getClass().getName());
    }
    return true;
  }

  private static void answerIfAsked(
      AgentEvent event, Case situation, String reason, Outbox outbox) {
    if (event.getReplyRequested()) {
      Ruling.answer(situation, reason, outbox);
    }
  }

  private Policy policy(AgentEvent event, TaskState state) {
    return policies
        .get()
        .of(event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow());
  }

  /** The root of an event: the one it names or, without one, the stored root of its task. */
  private static String root(AgentEvent event, TaskState state) {
    boolean remembered =
        event.getRootTaskId() == null
            && state.getRootTaskId() != null
            && !(event.getBody() instanceof HumanIntervened);
    return remembered ? state.getRootTaskId() : namedRoot(event);
  }

  private Case situation(
      AgentEvent event,
      TaskState state,
      long at,
      Policy policy,
      RootStanding root,
      Place place,
      Memory memory) {
    String workflow = event.getWorkflow() == null ? state.getWorkflow() : event.getWorkflow();
    String rootId = root(event, state);
    Subject subject = Subject.of(event, rootId, workflow, at);
    boolean asked = EventKind.asksForReply(event);
    return new Case(subject, policy, state.getCost(), root, Learners.of(rootId, memory, policies))
        .recorded(place.recordTime(), memory.firstStart(), asked);
  }

  private static void conclude(
      AgentEvent event,
      Detected detected,
      Case situation,
      TaskState state,
      Place place,
      Outbox outbox) {
    Optional<String> asked = detected.answer(event.getReplyRequested());
    if (isRoot(situation) || !Ruling.isPublished(detected.loops())) {
      Tasks.startAnew(Ruling.rule(situation, detected.loops(), asked, outbox), state);
      return;
    }
    Subject subject = situation.subject();
    outbox.add(
        Signals.loop(
            subject,
            Tasks.step(event, state),
            state.getComplexity(),
            detected.loops(),
            situation.taskCost(),
            situation.root().epoch(),
            place.recordTime(),
            false,
            asked.isPresent() && situation.policy().mode() == Mode.LIVE,
            situation.offGraph().map(move -> Signals.move(move, asked.isPresent())),
            outbox));
    state.setCounted(state.getCounted() || Ruling.counts(detected.loops()));
    Tasks.startAnew(Ruling.expected(situation, detected.loops(), state.getSignalled()), state);
    state.setSignalled(Ruling.signalled(situation, detected.loops(), state.getSignalled()));
    if (situation.policy().mode() == Mode.SHADOW) {
      asked.ifPresent(reason -> Ruling.answer(situation, reason, outbox));
    }
  }

  /** Progress of a root clears its counter; progress of a subtask removes the subtask's loops. */
  private static void progressed(Case situation, TaskState state, Outbox outbox) {
    if (!situation.policy().gate().progressForgives()) {
      return;
    }
    if (isRoot(situation)) {
      situation.root().progressed(situation.policy().mode());
    } else if (state.getCounted()) {
      outbox.add(Signals.progress(situation.subject(), situation.root().epoch(), outbox));
      state.setCounted(false);
    }
  }

  private static void complete(Case situation, TaskState state, Outbox outbox) {
    Tasks.clear(state, situation.subject().eventId());
    if (isRoot(situation)) {
      Resets.completed(situation, outbox);
    } else {
      progressed(situation, state, outbox);
    }
  }

  private static boolean isRoot(Case situation) {
    return situation.subject().rootTaskId().equals(situation.subject().taskId());
  }
}
