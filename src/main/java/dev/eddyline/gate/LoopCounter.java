package dev.eddyline.gate;

import dev.eddyline.detect.Hash;
import dev.eddyline.policy.Mode;
import dev.eddyline.schema.CountedLoop;
import dev.eddyline.schema.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The loop counter of a root task. The newest loops are stored individually. Older ones are only
 * counted.
 *
 * @param count total number of loops
 * @param newest the newest by event time, oldest first
 */
record LoopCounter(int count, List<CountedLoop> newest) {

  /** Maximum number of loops that are stored individually. */
  static final int MAX_KNOWN = 64;

  /** No loops. */
  static final LoopCounter EMPTY = new LoopCounter(0, List.of());

  LoopCounter {
    newest = List.copyOf(newest);
  }

  /** The counter of a root for policies of this mode. */
  static LoopCounter of(Standing standing, Mode mode) {
    int count = mode == Mode.LIVE ? standing.getLoopCount() : standing.getShadowCount();
    return new LoopCounter(count, newest(standing, mode));
  }

  private static List<CountedLoop> newest(Standing standing, Mode mode) {
    return mode == Mode.LIVE ? standing.getLoops() : standing.getShadowLoops();
  }

  /** Writes this counter to the root's state, for policies of this mode. */
  void keep(Standing standing, Mode mode) {
    if (mode == Mode.LIVE) {
      standing.setLoopCount(count);
      standing.setLoops(newest);
    } else {
      standing.setShadowCount(count);
      standing.setShadowLoops(newest);
    }
  }

  /** The counter with another loop of a task, closed at this event time in epoch milliseconds. */
  LoopCounter with(String taskId, long at) {
    List<CountedLoop> more = new ArrayList<>(newest);
    int place = more.size();
    while (place > 0 && more.get(place - 1).getAt() > at) {
      place--;
    }
    more.add(place, new CountedLoop(at, Hash.of(taskId)));
    int tooMany = Math.max(0, more.size() - MAX_KNOWN);
    return new LoopCounter(count + 1, more.subList(tooMany, more.size()));
  }

  /**
   * Whether any loop is older than the window before this event time in epoch milliseconds. It is
   * called for every event, so it allocates nothing.
   */
  static boolean anyLeaves(Standing standing, Mode mode, Duration window, long now) {
    return anyLeaves(newest(standing, mode), window, now);
  }

  private static boolean anyLeaves(List<CountedLoop> newest, Duration window, long now) {
    return !newest.isEmpty() && newest.get(0).getAt() < now - window.toMillis();
  }

  /**
   * The counter without loops older than the window before this event time in epoch milliseconds.
   */
  LoopCounter within(Duration window, long now) {
    if (!anyLeaves(newest, window, now)) {
      return this;
    }
    long since = now - window.toMillis();
    List<CountedLoop> within = newest.stream().filter(loop -> loop.getAt() >= since).toList();
    return new LoopCounter(within.size(), within);
  }

  /**
   * The counter without the loops of a task. Loops that are only counted remain as long as an
   * individually stored one remains, since their task is not known.
   */
  LoopCounter without(String taskId) {
    long task = Hash.of(taskId);
    List<CountedLoop> others = newest.stream().filter(loop -> loop.getTask() != task).toList();
    return others.isEmpty()
        ? EMPTY
        : new LoopCounter(count - (newest.size() - others.size()), others);
  }
}
