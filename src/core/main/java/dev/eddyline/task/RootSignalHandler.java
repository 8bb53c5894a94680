package dev.eddyline.task;

import dev.eddyline.detect.Detectors;
import dev.eddyline.detect.failures.SubtaskFailures;
import dev.eddyline.detect.requests.Delegations;
import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.ReceivedDecision;
import dev.eddyline.gate.RemedyRecorder;
import dev.eddyline.gate.RootResets;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.policy.Policy;
import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.DelegationHistory;
import dev.eddyline.schema.FailureHistory;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.Source;
import dev.eddyline.schema.SubtaskLoop;
import dev.eddyline.schema.SubtaskProgress;
import dev.eddyline.schema.SubtaskSign;
import dev.eddyline.state.TaskState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Processes the signals that a root task receives from its subtasks and sessions, and notifies the
 * subtasks.
 */
final class RootSignalHandler {

  /**
   * Time without an event or a subtask's signal after which a root with subtasks expires. It is one
   * hour, the interval of these signals, longer than for subtasks.
   */
  static final Duration ROOT_RETENTION = Duration.ofHours(25);

  /** The reason of a reply to a loop of an earlier epoch. */
  static final String STALE_EPOCH_REPLY_REASON = "Of before the last reset";

  private RootSignalHandler() {}

  /**
   * Counts the loops that a subtask's or a session's partition found. Loops of an earlier epoch are
   * ignored if all of them started at or before the root's last reset; only a requested reply is
   * published. Loops that started later belong to the current epoch, whatever epoch their partition
   * knew.
   *
   * @return false if it is ignored
   */
  static boolean handleSubtaskSignal(
      SubtaskLoop loop,
      Policy policy,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      RemedyRecorder learning,
      Outbox outbox) {
    TaskState state =
        Tasks.load(
            memory,
            loop.getRootTaskId(),
            loop.getEventTime().toEpochMilli(),
            coordinates.storageTime(),
            loop.getEventId(),
            stored -> policy);
    return handleSubtaskSignal(loop, state, policy, coordinates, memory, learning, outbox);
  }

  /** Counts the loops with the root's state already loaded, since an input loads a task once. */
  static boolean handleSubtaskSignal(
      SubtaskLoop loop,
      TaskState state,
      Policy policy,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      RemedyRecorder learning,
      Outbox outbox) {
    String root = loop.getRootTaskId();
    state.setTenantIfAbsent(loop.getTenant());
    VerdictSubject subject = VerdictSubject.of(loop, state.getTenant());
    RootState rootState = Tasks.rootState(state, root, memory);
    boolean isStale = rootState.epochs().isSignalStale(loop.getEpoch(), lastLoopStartMillis(loop));
    if (!isStale) {
      Tasks.touch(state, subject.at(), coordinates.storageTime());
    }
    rootState.removeExpiredLoops(policy, state.getNewestAt());
    DecisionContext context =
        new DecisionContext(subject, policy, loop.getTaskCost(), rootState, learning)
            .withRecordTime(
                loop.getRecordTime().toEpochMilli(), memory.firstStart(), loop.getReplyRequested())
            .isEventAlreadyCounted(loop.getCounted())
            .withOffGraphTransition(Signals.convertOffGraphTransition(loop))
            .withDecisionToReport(
                Optional.ofNullable(rootState.decided())
                    .filter(
                        it ->
                            it.getDecision() == Decision.REJECT
                                || it.getEventId().equals(loop.getDecisionEventId())));
    if (isStale) {
      if (loop.getReplyRequested()) {
        LoopDecider.publishReplyWithoutLoop(context, STALE_EPOCH_REPLY_REASON, outbox);
      }
      LoopDecider.publishOffGraphTransition(context, outbox);
      return false;
    }
    Optional<String> noLoopReply =
        loop.getReplyRequested()
            ? Optional.of(Objects.requireNonNullElse(loop.getNoLoopReason(), TaskEngine.NO_LOOP))
            : Optional.empty();
    TaskContext rootContext = new TaskContext(root, state, memory);
    List<FoundLoop> loops = new ArrayList<>(compareFailure(loop, rootContext, policy));
    compareGoal(loop, rootContext, policy).ifPresent(loops::add);
    Action action = LoopDecider.decideOnLoops(context, loops, noLoopReply, outbox);
    LoopDecider.publishOffGraphTransition(context, outbox);
    if (root.equals(loop.getTaskId())) {
      StateHistories.onActionRequested(state, action);
    }
    sendRootUpdatesIfChanged(root, rootState, subject.at(), outbox);
    Tasks.keepLeaderContext(state, outbox);
    Tasks.save(state, rootState, root, memory);
    return true;
  }

  /** The loops of a subtask's event, its failure compared with those of earlier subtasks. */
  private static List<FoundLoop> compareFailure(SubtaskLoop loop, TaskContext root, Policy policy) {
    if (loop.getFailure() == null) {
      return loop.getLoops();
    }
    SubtaskFailures.Compared compared =
        SubtaskFailures.compare(
            loop,
            loop.getFailure(),
            root.loadHistory(Detectors.IDENTICAL_FAILURE.history()),
            root.state().getSigns(),
            policy.limits(Detectors.IDENTICAL_FAILURE));
    root.saveHistory(Detectors.IDENTICAL_FAILURE.history(), compared.history());
    return compared.loops();
  }

  /** The loop that a started subtask's goal closes; its end is only recorded. */
  private static Optional<FoundLoop> compareGoal(
      SubtaskLoop loop, TaskContext root, Policy policy) {
    if (loop.getGoal() == null && loop.getEnded() == null) {
      return Optional.empty();
    }
    DelegationHistory history = root.loadHistory(Detectors.DELEGATION_LOOP.history());
    Delegations.Compared compared =
        Delegations.compare(
            loop, history, root.state().getSigns(), policy.limits(Detectors.DELEGATION_LOOP));
    if (!compared.history().equals(history)) {
      root.saveHistory(Detectors.DELEGATION_LOOP.history(), compared.history());
    }
    return compared.loop();
  }

  /**
   * Event time at which the last of the loops started or, without loops, of the event; epoch
   * milliseconds.
   */
  private static long lastLoopStartMillis(SubtaskLoop loop) {
    return loop.getLoops().stream()
        .mapToLong(found -> found.getFirstAt().toEpochMilli())
        .max()
        .orElse(loop.getEventTime().toEpochMilli());
  }

  /**
   * Removes a subtask's loops from the counter and its failures from the root's after progress.
   * Progress of an earlier epoch, at or before the root's last reset, is ignored.
   *
   * @return false if it is ignored
   */
  static boolean handleSubtaskSignal(
      SubtaskProgress progress,
      Policy policy,
      RecordCoordinates coordinates,
      TaskStateStore memory) {
    String root = progress.getRootTaskId();
    long at = progress.getEventTime().toEpochMilli();
    TaskState state =
        Tasks.load(
            memory, root, at, coordinates.storageTime(), progress.getEventId(), stored -> policy);
    RootState rootState = Tasks.rootState(state, root, memory);
    if (rootState.epochs().isSignalStale(progress.getEpoch(), at)) {
      return false;
    }
    Tasks.touch(state, at, coordinates.storageTime());
    if (policy.gate().progressForgives()) {
      rootState.removeCountedLoops(policy.mode(), progress.getTaskId());
    }
    TaskContext context = new TaskContext(root, state, memory);
    FailureHistory failures = context.loadHistory(Detectors.IDENTICAL_FAILURE.history());
    SubtaskFailures.without(failures, progress.getTaskId())
        .ifPresent(it -> context.saveHistory(Detectors.IDENTICAL_FAILURE.history(), it));
    Tasks.save(state, rootState, root, memory);
    return true;
  }

  /**
   * Applies a person's decision about a root. If it clears histories, the root's are cleared here
   * and those of subtasks on their partitions.
   *
   * @throws BadInputException if it names a gate that is not open
   */
  static void applyHumanDecision(
      ReceivedDecision decision, DecisionContext context, TaskState state, Outbox outbox) {
    HumanIntervened human = decision.body();
    String namedRootTaskId = state.getRootTaskId();
    if (namedRootTaskId != null
        && !namedRootTaskId.equals(context.subject().rootTaskId())
        && context.root().openGate().isEmpty()) {
      throw new BadInputException(
          "rootTaskId: the task is below another root, which a decision must name");
    }
    String open = context.root().openGate().map(OpenGate::getGateId).orElse(null);
    // historical events opened no gate: their decisions still reset, but close no other gate
    boolean fromHistory = context.isHistoricalEvent() && open == null;
    if (human.getGateId() != null && !human.getGateId().equals(open) && !fromHistory) {
      String explanation =
          context.root().wasGateDecidedByHuman(human.getGateId())
              ? "was decided already"
              : "is not open for this root task";
      throw new BadInputException(
          "human_intervened.gateId: that gate %s; %s"
              .formatted(explanation, open == null ? "none is open" : "the open one is " + open));
    }
    if (RootResets.onHumanDecision(context, decision, outbox)) {
      Tasks.clear(state, context.subject().eventKey());
    }
  }

  /** Stores the partition of a subtask, and sends it the root's state if it is outdated. */
  static void handleSubtaskSignal(
      SubtaskSign sign,
      Function<TaskState, Policy> policyOf,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      Outbox outbox) {
    String root = sign.getRootTaskId();
    long at = sign.getEventTime().toEpochMilli();
    TaskState state =
        Tasks.load(memory, root, at, coordinates.storageTime(), sign.getEventId(), policyOf);
    state.setStoredAt(coordinates.storageTime());
    RootState rootState = Tasks.rootState(state, root, memory);
    int partition = sign.getPartition();
    boolean isBehind =
        rootState.recordSubtaskAliveAndCheckUpdateNeeded(partition, sign.getEpoch(), at);
    if (rootState.mustNotifySubtasks()) {
      sendRootUpdatesIfChanged(root, rootState, at, outbox);
    } else if (isBehind) {
      outbox.add(Signals.newRootUpdateSignal(root, rootState, partition, at, outbox.source()));
    }
    Tasks.save(state, rootState, root, memory);
  }

  /**
   * Sends the root's state to each partition of its subtasks if it changed.
   *
   * @param at event time of what changed it, epoch milliseconds
   */
  static void sendRootUpdatesIfChanged(String root, RootState rootState, long at, Outbox outbox) {
    if (!rootState.mustNotifySubtasks()) {
      return;
    }
    Source source = outbox.source();
    for (int partition : rootState.partitions()) {
      outbox.add(Signals.newRootUpdateSignal(root, rootState, partition, at, source));
    }
  }
}
