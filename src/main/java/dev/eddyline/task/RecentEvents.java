package dev.eddyline.task;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.RecentEvent;
import dev.eddyline.schema.TaskState;
import java.util.ArrayList;
import java.util.List;

/** Tells repeats and latecomers by the ids of a task's newest events. */
final class RecentEvents {

  /** Ids that a task remembers (its newest by event time). */
  static final int MAX = 32;

  /** Ids that a task remembers when all of them bear the same time. */
  static final int MAX_SAME_TIME = 256;

  private RecentEvents() {}

  static boolean knows(TaskState state, String eventId) {
    long hash = Hash.of(eventId);
    for (RecentEvent recent : state.getRecent()) {
      if (recent.getHash() == hash) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether an event is older than what the task still remembers: what lies before the newest
   * evicted event, or beside it when nothing that old is remembered any more.
   */
  static boolean isLate(TaskState state, long at) {
    long mark = state.getEvictedAt();
    return at < mark
        || at == mark && (state.getRecent().isEmpty() || state.getRecent().get(0).getAt() > mark);
  }

  /**
   * Adds an event in the order of event time. When there are too many, the oldest leave, and with
   * them all of the same time, so that a repeat of any of them is told by the mark.
   */
  static void add(TaskState state, String eventId, long at) {
    List<RecentEvent> recent = new ArrayList<>(state.getRecent());
    int place = recent.size();
    while (place > 0 && recent.get(place - 1).getAt() > at) {
      place--;
    }
    recent.add(place, new RecentEvent(Hash.of(eventId), at));
    int leaving = leaving(recent);
    if (leaving > 0) {
      state.setEvictedAt(Math.max(state.getEvictedAt(), recent.get(leaving - 1).getAt()));
      recent.subList(0, leaving).clear();
    }
    state.setRecent(recent);
  }

  private static int leaving(List<RecentEvent> recent) {
    if (recent.size() <= MAX) {
      return 0;
    }
    int same = 1;
    while (same < recent.size() && recent.get(same).getAt() == recent.get(0).getAt()) {
      same++;
    }
    if (same < recent.size()) {
      return same;
    }
    return recent.size() > MAX_SAME_TIME ? 1 : 0;
  }
}
