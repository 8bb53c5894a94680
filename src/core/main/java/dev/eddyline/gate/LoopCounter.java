package dev.eddyline.gate;

import dev.eddyline.policy.Mode;
import dev.eddyline.schema.CountedLoop;
import dev.eddyline.state.StoredRoot;
import dev.eddyline.text.Hash;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The loop counter of a root task. The newest loops are stored individually. Older ones are only
 * counted.
 *
 * @param count total number of loops
 * @param newestLoops the newest by event time, oldest first
 */
record LoopCounter(int count, List<CountedLoop> newestLoops) {

  /** Maximum number of loops that are stored individually. */
  static final int MAX_INDIVIDUAL_LOOPS = 64;

  /** No loops. */
  static final LoopCounter EMPTY = new LoopCounter(0, List.of());

  LoopCounter {
    newestLoops = List.copyOf(newestLoops);
  }

  /** The counter of a root for policies of this mode. */
  static LoopCounter from(StoredRoot state, Mode mode) {
    int count = mode == Mode.LIVE ? state.getLoopCount() : state.getShadowCount();
    return new LoopCounter(count, newestLoops(state, mode));
  }

  private static List<CountedLoop> newestLoops(StoredRoot state, Mode mode) {
    return mode == Mode.LIVE ? state.getLoops() : state.getShadowLoops();
  }

  /** Writes this counter to the root's state, for policies of this mode. */
  void writeTo(StoredRoot state, Mode mode) {
    if (mode == Mode.LIVE) {
      state.setLoopCount(count);
      state.setLoops(newestLoops);
    } else {
      state.setShadowCount(count);
      state.setShadowLoops(newestLoops);
    }
  }

  /** The counter with another loop of a task, closed at this event time in epoch milliseconds. */
  LoopCounter withLoop(String taskId, long at) {
    List<CountedLoop> updated = new ArrayList<>(newestLoops);
    int index = updated.size();
    while (index > 0 && updated.get(index - 1).getAt() > at) {
      index--;
    }
    updated.add(index, new CountedLoop(at, Hash.of(taskId)));
    int excess = Math.max(0, updated.size() - MAX_INDIVIDUAL_LOOPS);
    return new LoopCounter(count + 1, updated.subList(excess, updated.size()));
  }

  /** Whether any loop is older than the window before this event time in epoch milliseconds. */
  static boolean hasExpiredLoop(StoredRoot state, Mode mode, Duration window, long now) {
    return hasExpiredLoop(newestLoops(state, mode), window, now);
  }

  private static boolean hasExpiredLoop(List<CountedLoop> newest, Duration window, long now) {
    return !newest.isEmpty() && newest.get(0).getAt() < now - window.toMillis();
  }

  /**
   * The counter without loops older than the window before this event time in epoch milliseconds.
   */
  LoopCounter within(Duration window, long now) {
    if (!hasExpiredLoop(newestLoops, window, now)) {
      return this;
    }
    long since = now - window.toMillis();
    List<CountedLoop> within = newestLoops.stream().filter(loop -> loop.getAt() >= since).toList();
    return new LoopCounter(within.size(), within);
  }

  /**
   * The counter without the loops of a task. Loops that are only counted remain as long as an
   * individually stored one remains, since their task is not known.
   */
  LoopCounter withoutLoopsOfTask(String taskId) {
    long task = Hash.of(taskId);
    List<CountedLoop> others = newestLoops.stream().filter(loop -> loop.getTask() != task).toList();
    return others.isEmpty()
        ? EMPTY
        : new LoopCounter(count - (newestLoops.size() - others.size()), others);
  }
}
