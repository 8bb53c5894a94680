package dev.eddyline.task;

import dev.eddyline.gate.Epochs;
import dev.eddyline.gate.Outbox;
import dev.eddyline.gate.RootStanding;
import dev.eddyline.gate.Subject;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.OpenGate;
import dev.eddyline.schema.RootNews;
import dev.eddyline.schema.TaskState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A subtask while an event of it is processed, with the known state of its root.
 *
 * @param rootTaskId the root
 * @param known the state of the root that this partition knows
 * @param state the subtask's state
 */
record Subtask(String rootTaskId, KnownRoot known, TaskState state) {

  /** Interval at which an active subtask signals its root. */
  static final Duration SIGN = Duration.ofHours(1);

  /** Loads a subtask for an event at this event time, epoch milliseconds. */
  static Subtask of(String rootTaskId, TaskState state, long at, Place place, Memory memory) {
    return new Subtask(rootTaskId, known(rootTaskId, at, place, memory), state);
  }

  /** Applies an update of the root's state. Older updates have no effect, in any order. */
  static void take(RootNews news, Place place, Memory memory) {
    long at = news.getEventTime().toEpochMilli();
    KnownRoot known = known(news.getRootTaskId(), at, place, memory);
    known.setCleared(Math.max(known.getCleared(), news.getCleared()));
    known.setClearedAt(Math.max(known.getClearedAt(), news.getClearedAt()));
    if (news.getEpoch() > known.getEpoch()
        || news.getEpoch() == known.getEpoch() && rank(news.getHold()) >= rank(known.getHold())) {
      known.setEpoch(news.getEpoch());
      known.setHold(news.getHold());
    }
    remember(news.getRootTaskId(), known, at, place, memory);
  }

  /** Order of blocks within an epoch: a gate may be followed by a rejection, never the reverse. */
  private static int rank(Object hold) {
    return hold == null ? 0 : hold instanceof OpenGate ? 1 : 2;
  }

  /**
   * The stored state of the root, or a new one if it expired. It expires as late as a root does, so
   * all its subtasks have expired by then.
   */
  private static KnownRoot known(String rootTaskId, long at, Place place, Memory memory) {
    KnownRoot kept = memory.root(rootTaskId);
    long limit = Roots.REMEMBERED.toMillis();
    boolean lives =
        kept != null
            && (kept.getHold() != null
                || at - kept.getAt() <= limit && place.storageTime() - kept.getStoredAt() <= limit);
    return lives ? kept : new KnownRoot(0L, 0L, Epochs.NEVER, null, at, place.storageTime());
  }

  private static void remember(
      String rootTaskId, KnownRoot known, long at, Place place, Memory memory) {
    known.setAt(Math.max(known.getAt(), at));
    known.setStoredAt(place.storageTime());
    memory.root(rootTaskId, known);
  }

  /** The root's state as far as this partition knows it. */
  RootStanding root() {
    return RootStanding.known(epoch(), known.getHold());
  }

  private long epoch() {
    return isUnderSameRoot() ? Math.max(state.getEpoch(), known.getEpoch()) : known.getEpoch();
  }

  private boolean isUnderSameRoot() {
    return Objects.equals(rootTaskId, state.getRootTaskId());
  }

  /**
   * Adopts the epoch of the root. Histories from before a decision are cleared. Histories that
   * started after the decision remain, however late the update arrives. Loops signalled in the
   * meantime still count as counted, since they may be on the root's counter.
   */
  void follow(String eventId) {
    long epoch = epoch();
    boolean isVoid = isUnderSameRoot() && isVoid();
    if (!isUnderSameRoot()) {
      state.setSignedAt(null);
      state.setCounted(false);
    } else if (isVoid) {
      Tasks.clear(state, eventId);
    }
    boolean beganInIt = known.getCleared() == epoch && !isVoid;
    if (epoch != state.getEpoch() && !beganInIt) {
      state.setSignalled(List.of());
    }
    state.setEpoch(epoch);
  }

  /** Whether the subtask started before a decision that it did not know yet. */
  private boolean isVoid() {
    return known.getCleared() > state.getEpoch() && state.getStartedAt() <= known.getClearedAt();
  }

  /** Signals to the root that the subtask is active, if the interval has passed. */
  void announce(Subject subject, int partition, Place place, Memory memory, Outbox outbox) {
    Long before = state.getSignedAt();
    if (before != null && subject.at() - before < SIGN.toMillis()) {
      return;
    }
    state.setSignedAt(subject.at());
    outbox.add(Signals.sign(subject, partition, state.getEpoch(), outbox));
    boolean isNothing = known.getEpoch() == 0 && known.getHold() == null;
    if (!isNothing) {
      remember(rootTaskId, known, subject.at(), place, memory);
    }
  }
}
