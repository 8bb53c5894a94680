package dev.eddyline.gate;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.CountedLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops that count for a root task. The newest are known one by one; those beyond are older
 * than all of them and only counted, so that the number stays right.
 *
 * @param count how many there are
 * @param newest the newest by event time, oldest first
 */
record LoopCounter(int count, List<CountedLoop> newest) {

  /** Loops that are known one by one. */
  static final int MAX_KNOWN = 64;

  /** No loops. */
  static final LoopCounter EMPTY = new LoopCounter(0, List.of());

  LoopCounter {
    newest = List.copyOf(newest);
  }

  /** With one more loop of a task, closed at this event time in epoch milliseconds. */
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

  /** Without what is older than the window before this event time in epoch milliseconds. */
  LoopCounter within(Duration window, long now) {
    long since = now - window.toMillis();
    if (newest.isEmpty() || newest.get(0).getAt() >= since) {
      return this;
    }
    List<CountedLoop> within = newest.stream().filter(loop -> loop.getAt() >= since).toList();
    return new LoopCounter(within.size(), within);
  }

  /**
   * Without the loops of a task. Those that are not known one by one stay while any that is known
   * does: of an older one no more can be told.
   */
  LoopCounter without(String taskId) {
    long task = Hash.of(taskId);
    List<CountedLoop> others = newest.stream().filter(loop -> loop.getTask() != task).toList();
    return others.isEmpty()
        ? EMPTY
        : new LoopCounter(count - (newest.size() - others.size()), others);
  }
}
