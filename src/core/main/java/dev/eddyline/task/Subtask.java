package dev.eddyline.task;

import dev.eddyline.gate.DecisionContext;
import dev.eddyline.gate.Epochs;
import dev.eddyline.gate.LoopDecider;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootState;
import dev.eddyline.gate.VerdictSubject;
import dev.eddyline.schema.FoundLoop;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootNews;
import dev.eddyline.state.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A subtask while an event of it is processed, with the known state of its root.
 *
 * @param rootTaskId the root
 * @param knownRoot the state of the root that this partition knows
 * @param state the subtask's state
 */
record Subtask(String rootTaskId, KnownRoot knownRoot, TaskState state) {

  /** Interval at which an active subtask signals its root. */
  static final Duration ALIVE_SIGNAL_INTERVAL = Duration.ofHours(1);

  /** Loads a subtask for an event at this event time, epoch milliseconds. */
  static Subtask loadSubtask(
      String rootTaskId,
      TaskState state,
      long at,
      RecordCoordinates coordinates,
      TaskStateStore memory) {
    return new Subtask(rootTaskId, knownRoot(rootTaskId, at, coordinates, memory), state);
  }

  /** Applies an update of the root's state. Older updates have no effect, in any order. */
  static void applyRootUpdate(
      RootNews update, RecordCoordinates coordinates, TaskStateStore memory) {
    long at = update.getEventTime().toEpochMilli();
    KnownRoot known = knownRoot(update.getRootTaskId(), at, coordinates, memory);
    known.setCleared(Math.max(known.getCleared(), update.getCleared()));
    known.setClearedAt(Math.max(known.getClearedAt(), update.getClearedAt()));
    if (update.getEpoch() > known.getEpoch()
        || update.getEpoch() == known.getEpoch()
            && rank(update.getHold()) >= rank(known.getHold())) {
      known.setEpoch(update.getEpoch());
      known.setHold(update.getHold());
      known.setDecided(update.getDecided());
    }
    saveKnownRoot(update.getRootTaskId(), known, at, coordinates, memory);
  }

  /** Order of blocks within an epoch: a gate may be followed by a rejection, never the reverse. */
  private static int rank(Object block) {
    return block == null ? 0 : block instanceof OpenGate ? 1 : 2;
  }

  /**
   * The stored state of the root, or a new one if it expired. It expires as late as a root does, so
   * all its subtasks have expired by then.
   */
  private static KnownRoot knownRoot(
      String rootTaskId, long at, RecordCoordinates coordinates, TaskStateStore memory) {
    KnownRoot stored = memory.knownRoot(rootTaskId);
    long limit = RootSignalHandler.ROOT_RETENTION.toMillis();
    boolean isRetained =
        stored != null
            && (stored.getHold() != null
                || at - stored.getAt() <= limit
                    && coordinates.storageTime() - stored.getStoredAt() <= limit);
    return isRetained
        ? stored
        : new KnownRoot(
            0L, 0L, Epochs.NO_RESET_TIME_MILLIS, null, at, coordinates.storageTime(), null);
  }

  private static void saveKnownRoot(
      String rootTaskId,
      KnownRoot known,
      long at,
      RecordCoordinates coordinates,
      TaskStateStore memory) {
    known.setAt(Math.max(known.getAt(), at));
    known.setStoredAt(coordinates.storageTime());
    memory.knownRoot(rootTaskId, known);
  }

  /** The root's state as far as this partition knows it. */
  RootState rootStateKnownHere() {
    return RootState.asKnownToSubtasks(epoch(), knownRoot.getHold(), knownRoot.getDecided());
  }

  private long epoch() {
    return isUnderSameRoot()
        ? Math.max(state.getEpoch(), knownRoot.getEpoch())
        : knownRoot.getEpoch();
  }

  private boolean isUnderSameRoot() {
    return Objects.equals(rootTaskId, state.getRootTaskId());
  }

  /**
   * Adopts the epoch of the root. Histories from before a decision are cleared. Histories that
   * started after the decision remain, however late the update arrives. Loops signalled in the
   * meantime still count as counted, since they may be on the root's counter.
   */
  void adoptRootEpoch(String eventKey) {
    long epoch = epoch();
    boolean isVoid = isUnderSameRoot() && mustClearHistory();
    if (!isUnderSameRoot()) {
      state.setSignedAt(null);
      state.setCounted(false);
    } else if (isVoid) {
      Tasks.clear(state, eventKey);
    }
    boolean startedInEpoch = knownRoot.getCleared() == epoch && !isVoid;
    if (epoch != state.getEpoch() && !startedInEpoch) {
      state.setSignalled(List.of());
    }
    state.setEpoch(epoch);
  }

  /** Whether the subtask started before a decision that it did not know yet. */
  private boolean mustClearHistory() {
    return knownRoot.getCleared() > state.getEpoch()
        && state.getStartedAt() <= knownRoot.getClearedAt();
  }

  /** Signals to the root that the subtask is active, if the interval has passed. */
  void publishAliveSignalIfDue(
      VerdictSubject subject,
      int partition,
      RecordCoordinates coordinates,
      TaskStateStore memory,
      Outbox outbox) {
    Long before = state.getSignedAt();
    if (before != null && subject.at() - before < ALIVE_SIGNAL_INTERVAL.toMillis()) {
      return;
    }
    state.setSignedAt(subject.at());
    outbox.add(Signals.newSubtaskAliveSignal(subject, partition, state.getEpoch(), outbox));
    boolean isNothing = knownRoot.getEpoch() == 0 && knownRoot.getHold() == null;
    if (!isNothing) {
      saveKnownRoot(rootTaskId, knownRoot, subject.at(), coordinates, memory);
    }
  }

  /** Records the loops that a subtask signals to its root, and what the root will do about them. */
  static void recordSignalledLoops(
      DecisionContext context, List<FoundLoop> loops, TaskState state) {
    if (!LoopDecider.hasLoopToPublish(loops)) {
      return;
    }
    state.setCounted(state.getCounted() || LoopDecider.hasCountingLoop(loops));
    StateHistories.onActionRequested(
        state, LoopDecider.expectedRootAction(context, loops, state.getSignalled()));
    state.setSignalled(LoopDecider.addSignalledLoopIds(context, loops, state.getSignalled()));
  }
}
