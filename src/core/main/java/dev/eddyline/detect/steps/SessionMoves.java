package dev.eddyline.detect.steps;

import dev.eddyline.detect.api.BoundedLists;
import dev.eddyline.detect.api.Periodicity;
import dev.eddyline.schema.SeenEvent;
import dev.eddyline.schema.SessionMove;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A session's moves between tasks, in event-time order, for events that may arrive out of order.
 */
final class SessionMoves {

  /** Maximum stored events of a session. */
  static final int MAX = 64;

  /** Orders ids by their trailing numbers: {@code e-2} before {@code e-10}. */
  static final Comparator<String> BY_NUMBER =
      Comparator.comparing((String id) -> id.substring(0, trailingNumberStart(id)))
          .thenComparing(id -> id.length() - trailingNumberStart(id))
          .thenComparing(Comparator.naturalOrder());

  /** By event time, event id and task, since two tasks may use the same event id. */
  static final Comparator<SessionMove> EVENT_ORDER =
      Comparator.comparingLong(SessionMoves::at)
          .thenComparing(move -> move.getSeen().getEventId(), BY_NUMBER)
          .thenComparing(SessionMove::getTaskId);

  private SessionMoves() {}

  /** Start of the trailing number of an id; its length if there is none. */
  private static int trailingNumberStart(String id) {
    int begin = id.length();
    while (begin > 0 && id.charAt(begin - 1) >= '0' && id.charAt(begin - 1) <= '9') {
      begin--;
    }
    return begin;
  }

  /**
   * Inserts a move in order; returns the same list for a duplicate, or if it is older than all
   * stored moves.
   *
   * @param window maximum age of the oldest move relative to the newest
   */
  static List<SessionMove> insertMove(List<SessionMove> moves, SessionMove move, Duration window) {
    for (SessionMove known : moves) {
      if (isDuplicate(known, move)) {
        return moves;
      }
    }
    List<SessionMove> updated = new ArrayList<>(moves);
    int index = updated.size();
    while (index > 0 && EVENT_ORDER.compare(updated.get(index - 1), move) > 0) {
      index--;
    }
    if (index == 0 && updated.size() == MAX) {
      return moves;
    }
    updated.add(index, move);
    long since = at(BoundedLists.last(updated)) - window.toMillis();
    updated.removeIf(earlier -> at(earlier) < since);
    if (updated.size() > MAX) {
      updated.remove(evictionIndex(updated));
    }
    return updated.equals(moves) ? moves : List.copyOf(updated);
  }

  /** Whether both are one event: other events may have its id, but not its record. */
  private static boolean isDuplicate(SessionMove known, SessionMove move) {
    SeenEvent one = known.getSeen();
    SeenEvent other = move.getSeen();
    return one.getOffset() == other.getOffset()
        && one.getPartition() == other.getPartition()
        && one.getEventId().equals(other.getEventId())
        && isSameTask(known, move);
  }

  /** The index to evict: a move equal to its neighbours, or else the oldest. */
  private static int evictionIndex(List<SessionMove> moves) {
    for (int i = 1; i < moves.size() - 1; i++) {
      if (isSameMove(moves.get(i - 1), moves.get(i))
          && isSameMove(moves.get(i), moves.get(i + 1))) {
        return i;
      }
    }
    return 0;
  }

  private static boolean isSameMove(SessionMove one, SessionMove other) {
    return !one.getCompleted() && !other.getCompleted() && isSameTask(one, other);
  }

  /**
   * Evaluates the task changes since one of these tasks was completed or made progress; consecutive
   * moves to one task count once.
   */
  static Periodicity<SessionMove> findPeriodicity(List<SessionMove> moves, int longest) {
    List<SessionMove> taskChanges = new ArrayList<>();
    SessionMove last = null;
    for (SessionMove move : moves) {
      if (move.getProgress() && hasTask(taskChanges, move)) {
        taskChanges.clear();
        last = null;
      }
      if (!move.getCompleted()) {
        if (last == null || !isSameTask(last, move)) {
          taskChanges.add(move);
        }
        last = move;
      } else if (hasTask(taskChanges, move)) {
        taskChanges.clear();
        last = null;
      }
    }
    return Periodicity.of(taskChanges, longest, SessionMoves::isSameTask);
  }

  private static boolean hasTask(List<SessionMove> moves, SessionMove other) {
    for (SessionMove move : moves) {
      if (isSameTask(move, other)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSameTask(SessionMove one, SessionMove other) {
    return one.getTaskId().equals(other.getTaskId());
  }

  private static long at(SessionMove move) {
    return move.getSeen().getAt();
  }
}
