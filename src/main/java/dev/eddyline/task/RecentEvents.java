package dev.eddyline.task;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.RecentEvent;
import dev.eddyline.schema.SeenDecisions;
import dev.eddyline.schema.TaskState;
import java.util.ArrayList;
import java.util.List;

/**
 * Tells repeats and latecomers by the ids of a task's newest events. A person's decision takes its
 * time, so only other decisions make it late; their ids are kept apart.
 *
 * @param newest ids by event time, oldest first
 * @param evictedAt newest event time that had to leave, epoch milliseconds
 */
record RecentEvents(List<RecentEvent> newest, long evictedAt) {

  /** Ids that are remembered (the newest by event time). */
  static final int MAX = 32;

  /** Ids that are remembered when all of them bear the same time. */
  static final int MAX_SAME_TIME = 256;

  /** Those of the event's kind that the task has seen. */
  static RecentEvents like(AgentEvent event, TaskState state) {
    if (!(event.getBody() instanceof HumanIntervened)) {
      return new RecentEvents(state.getRecent(), state.getEvictedAt());
    }
    SeenDecisions seen = state.getDecisions();
    return seen == null
        ? new RecentEvents(List.of(), Long.MIN_VALUE)
        : new RecentEvents(seen.getRecent(), seen.getEvictedAt());
  }

  /** Makes these the ones of the event's kind that the task has seen. */
  void keep(AgentEvent event, TaskState state) {
    if (event.getBody() instanceof HumanIntervened) {
      state.setDecisions(new SeenDecisions(newest, evictedAt));
    } else {
      state.setRecent(newest);
      state.setEvictedAt(evictedAt);
    }
  }

  boolean knows(String eventId) {
    long hash = Hash.of(eventId);
    return newest.stream().anyMatch(recent -> recent.getHash() == hash);
  }

  /**
   * Whether an event is older than what is still remembered: what lies before the newest evicted
   * event, or beside it when nothing that old is remembered any more.
   */
  boolean isLate(long at) {
    return at < evictedAt
        || at == evictedAt && (newest.isEmpty() || newest.get(0).getAt() > evictedAt);
  }

  /**
   * With one more event in the order of event time. When there are too many, the oldest leave, and
   * with them all of the same time, so that a repeat of any of them is told by the mark.
   */
  RecentEvents with(String eventId, long at) {
    List<RecentEvent> more = new ArrayList<>(newest);
    int place = more.size();
    while (place > 0 && more.get(place - 1).getAt() > at) {
      place--;
    }
    more.add(place, new RecentEvent(Hash.of(eventId), at));
    int leaving = leaving(more);
    if (leaving == 0) {
      return new RecentEvents(more, evictedAt);
    }
    long left = Math.max(evictedAt, more.get(leaving - 1).getAt());
    more.subList(0, leaving).clear();
    return new RecentEvents(more, left);
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
