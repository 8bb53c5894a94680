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

  static boolean isLate(TaskState state, long at) {
    return at < state.getEvictedAt();
  }

  /** Adds an event in the order of event time; the oldest leaves when there are too many. */
  static void add(TaskState state, String eventId, long at) {
    List<RecentEvent> recent = new ArrayList<>(state.getRecent());
    int place = recent.size();
    while (place > 0 && recent.get(place - 1).getAt() > at) {
      place--;
    }
    recent.add(place, new RecentEvent(Hash.of(eventId), at));
    if (recent.size() > MAX) {
      RecentEvent evicted = recent.remove(0);
      state.setEvictedAt(Math.max(state.getEvictedAt(), evicted.getAt()));
    }
    state.setRecent(recent);
  }
}
