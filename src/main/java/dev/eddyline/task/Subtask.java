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
 * A task below a root while an event of it is taken: what its partition knows of that root.
 *
 * @param rootTaskId the root
 * @param known what is known of it
 * @param state the subtask's state
 */
record Subtask(String rootTaskId, KnownRoot known, TaskState state) {

  /** How often a subtask that goes on announces itself (specification, section 7). */
  static final Duration SIGN = Duration.ofHours(1);

  /** A subtask as an event at this event time finds it, epoch milliseconds. */
  static Subtask of(String rootTaskId, TaskState state, long at, Place place, Memory memory) {
    return new Subtask(rootTaskId, known(rootTaskId, at, place, memory), state);
  }

  /** Takes what a root tells; older news change nothing, in whatever order they come. */
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

  /** Within an epoch a gate opens, and may end in a rejection: never the other way round. */
  private static int rank(Object hold) {
    return hold == null ? 0 : hold instanceof OpenGate ? 1 : 2;
  }

  /** Forgotten as late as a root is: no subtask that remembers more can still live by then. */
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

  /** How the root stands, as far as it is known here. */
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
   * Follows its root into its epoch; what it remembers of before a decision is void. What began
   * after the decision stays, however late the news of it come; and since what was signalled in the
   * meantime may be on the root's counter, the task goes on taking it to be so.
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

  /** Whether it knew only of epochs before a decision, and began no later than that. */
  private boolean isVoid() {
    return known.getCleared() > state.getEpoch() && state.getStartedAt() <= known.getClearedAt();
  }

  /** Announces the subtask to its root, where it is time for that. */
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
