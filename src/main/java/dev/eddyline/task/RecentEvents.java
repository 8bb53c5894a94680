package dev.eddyline.task;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.SeenDecisions;
import dev.eddyline.schema.TaskState;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Tells repeats and latecomers by the ids of a task's newest events. A person's decision takes its
 * time, so only other decisions make it late; their ids are kept apart. They are packed, since each
 * event of a task reads and writes them.
 */
final class RecentEvents {

  /** Ids that are remembered (the newest by event time). */
  static final int MAX = 32;

  /** Ids that are remembered when all of them bear the same time. */
  static final int MAX_SAME_TIME = 256;

  private static final RecentEvents NONE =
      new RecentEvents(new long[0], new long[0], Long.MIN_VALUE);

  /** Longest number that is written in pieces of 7 bits. */
  private static final int NUMBER_BYTES = 10;

  /** Hashes of ids by event time, oldest first. */
  private final long[] ids;

  /** Their event times, epoch milliseconds. */
  private final long[] times;

  /** Newest event time that had to leave, epoch milliseconds. */
  private final long evictedAt;

  private RecentEvents(long[] ids, long[] times, long evictedAt) {
    this.ids = ids;
    this.times = times;
    this.evictedAt = evictedAt;
  }

  /** None that were seen, as they are kept. */
  static ByteBuffer none() {
    return ByteBuffer.allocate(0);
  }

  /** Those of the event's kind that the task has seen. */
  static RecentEvents like(AgentEvent event, TaskState state) {
    if (!(event.getBody() instanceof HumanIntervened)) {
      return unpacked(state.getRecent(), state.getEvictedAt());
    }
    SeenDecisions seen = state.getDecisions();
    return seen == null ? NONE : unpacked(seen.getRecent(), seen.getEvictedAt());
  }

  /** Makes these the ones of the event's kind that the task has seen. */
  void keep(AgentEvent event, TaskState state) {
    if (event.getBody() instanceof HumanIntervened) {
      state.setDecisions(new SeenDecisions(packed(), evictedAt));
    } else {
      state.setRecent(packed());
      state.setEvictedAt(evictedAt);
    }
  }

  boolean knows(String eventId) {
    long hash = Hash.of(eventId);
    for (long id : ids) {
      if (id == hash) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether an event is older than what is still remembered: what lies before the newest evicted
   * event, or beside it when nothing that old is remembered any more.
   */
  boolean isLate(long at) {
    return at < evictedAt || at == evictedAt && (times.length == 0 || times[0] > evictedAt);
  }

  /**
   * With one more event in the order of event time. When there are too many, the oldest leave, and
   * with them all of the same time, so that a repeat of any of them is told by the mark.
   */
  RecentEvents with(String eventId, long at) {
    int place = times.length;
    while (place > 0 && times[place - 1] > at) {
      place--;
    }
    long[] moreIds = inserted(ids, place, Hash.of(eventId));
    long[] moreTimes = inserted(times, place, at);
    int leaving = leaving(moreTimes);
    if (leaving == 0) {
      return new RecentEvents(moreIds, moreTimes, evictedAt);
    }
    return new RecentEvents(
        Arrays.copyOfRange(moreIds, leaving, moreIds.length),
        Arrays.copyOfRange(moreTimes, leaving, moreTimes.length),
        Math.max(evictedAt, moreTimes[leaving - 1]));
  }

  private static int leaving(long[] times) {
    if (times.length <= MAX) {
      return 0;
    }
    int same = 1;
    while (same < times.length && times[same] == times[0]) {
      same++;
    }
    if (same < times.length) {
      return same;
    }
    return times.length > MAX_SAME_TIME ? 1 : 0;
  }

  private static long[] inserted(long[] numbers, int place, long number) {
    long[] more = Arrays.copyOf(numbers, numbers.length + 1);
    System.arraycopy(numbers, place, more, place + 1, numbers.length - place);
    more[place] = number;
    return more;
  }

  private static RecentEvents unpacked(ByteBuffer kept, long evictedAt) {
    ByteBuffer from = kept.duplicate();
    int most = from.remaining() / (Long.BYTES + 1);
    long[] ids = new long[most];
    long[] times = new long[most];
    long before = 0;
    int count = 0;
    while (from.hasRemaining()) {
      ids[count] = from.getLong();
      before += number(from);
      times[count++] = before;
    }
    return new RecentEvents(Arrays.copyOf(ids, count), Arrays.copyOf(times, count), evictedAt);
  }

  private ByteBuffer packed() {
    ByteBuffer to = ByteBuffer.allocate(ids.length * (Long.BYTES + NUMBER_BYTES));
    long before = 0;
    for (int place = 0; place < ids.length; place++) {
      to.putLong(ids[place]);
      put(times[place] - before, to);
      before = times[place];
    }
    return ByteBuffer.wrap(Arrays.copyOf(to.array(), to.position()));
  }

  /** A number written in pieces of 7 bits, the lowest first; its sign is its lowest bit. */
  private static long number(ByteBuffer from) {
    long bits = 0;
    int shift = 0;
    byte next;
    do {
      next = from.get();
      bits |= (next & 0x7fL) << shift;
      shift += 7;
    } while (next < 0);
    return bits >>> 1 ^ -(bits & 1);
  }

  private static void put(long number, ByteBuffer to) {
    long bits = number << 1 ^ number >> Long.SIZE - 1;
    while ((bits & ~0x7fL) != 0) {
      to.put((byte) (bits & 0x7f | 0x80));
      bits >>>= 7;
    }
    to.put((byte) bits);
  }
}
