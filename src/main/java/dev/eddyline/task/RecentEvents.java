package dev.eddyline.task;

import dev.eddyline.detect.Hash;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.SeenDecisions;
import dev.eddyline.schema.TaskState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Tells repeats and latecomers by the ids of a task's newest events. A person's decision takes its
 * time, so only other decisions make it late; their ids are kept apart. They are packed, since each
 * event of a task reads and writes them.
 */
final class RecentEvents {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Ids that are remembered (the newest by event time). */
  static final int MAX = 32;

  /** Ids that are remembered when all of them bear the same time. */
  static final int MAX_SAME_TIME = 256;

  private static final RecentEvents NONE = new RecentEvents(new byte[0], 0, Long.MIN_VALUE);

  /** Longest number that is written in pieces of 7 bits. */
  private static final int NUMBER_BYTES = 10;

  /**
   * Hashes of ids by event time, oldest first, each with its event time in epoch milliseconds as
   * the difference to the one before it.
   */
  private final byte[] packed;

  private final int length;

  /** Newest event time that had to leave, epoch milliseconds. */
  private final long evictedAt;

  private RecentEvents(byte[] packed, int length, long evictedAt) {
    this.packed = packed;
    this.length = length;
    this.evictedAt = evictedAt;
  }

  /** None that were seen, as they are kept. */
  static ByteBuffer none() {
    return ByteBuffer.allocate(0);
  }

  /** Those of the event's kind that the task has seen. */
  static RecentEvents like(AgentEvent event, TaskState state) {
    if (!(event.getBody() instanceof HumanIntervened)) {
      return of(state.getRecent(), state.getEvictedAt());
    }
    SeenDecisions seen = state.getDecisions();
    return seen == null ? NONE : of(seen.getRecent(), seen.getEvictedAt());
  }

  private static RecentEvents of(ByteBuffer kept, long evictedAt) {
    byte[] packed = new byte[kept.remaining()];
    kept.get(kept.position(), packed);
    return new RecentEvents(packed, packed.length, evictedAt);
  }

  /** Makes these the ones of the event's kind that the task has seen. */
  void keep(AgentEvent event, TaskState state) {
    ByteBuffer kept = ByteBuffer.wrap(packed, 0, length).slice();
    if (event.getBody() instanceof HumanIntervened) {
      state.setDecisions(new SeenDecisions(kept, evictedAt));
    } else {
      state.setRecent(kept);
      state.setEvictedAt(evictedAt);
    }
  }

  boolean knows(String eventId) {
    long hash = Hash.of(eventId);
    for (Reader reader = new Reader(); reader.next(); ) {
      if (reader.id == hash) {
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
    Reader oldest = new Reader();
    return at < evictedAt || at == evictedAt && (!oldest.next() || oldest.time > evictedAt);
  }

  /**
   * With one more event in the order of event time. When there are too many, the oldest leave, and
   * with them all of the same time, so that a repeat of any of them is told by the mark.
   */
  RecentEvents with(String eventId, long at) {
    Writer more = new Writer(length + Long.BYTES + 2 * NUMBER_BYTES);
    Reader reader = new Reader();
    boolean placed = false;
    while (reader.next()) {
      if (!placed && reader.time > at) {
        more.put(Hash.of(eventId), at);
        placed = true;
      }
      more.put(reader.id, reader.time);
    }
    if (!placed) {
      more.put(Hash.of(eventId), at);
    }
    return new RecentEvents(more.bytes, more.at, evictedAt).bounded(more.count);
  }

  private RecentEvents bounded(int count) {
    if (count <= MAX) {
      return this;
    }
    Reader reader = new Reader();
    reader.next();
    long oldest = reader.time;
    int same = 1;
    while (reader.next() && reader.time == oldest) {
      same++;
    }
    if (same < count) {
      return without(same);
    }
    return count > MAX_SAME_TIME ? without(1) : this;
  }

  private RecentEvents without(int leaving) {
    Reader reader = new Reader();
    for (int left = 0; left < leaving; left++) {
      reader.next();
    }
    long evicted = Math.max(evictedAt, reader.time);
    Writer fewer = new Writer(length + NUMBER_BYTES);
    while (reader.next()) {
      fewer.put(reader.id, reader.time);
    }
    return new RecentEvents(fewer.bytes, fewer.at, evicted);
  }

  /** Reads them one by one, oldest first. */
  private final class Reader {

    private int at;
    private long id;
    private long time;

    boolean next() {
      if (at == length) {
        return false;
      }
      id = (long) LONGS.get(packed, at);
      at += Long.BYTES;
      time += number();
      return true;
    }

    /** A number written in pieces of 7 bits, the lowest first; its sign is its lowest bit. */
    private long number() {
      long bits = 0;
      int shift = 0;
      byte next;
      do {
        next = packed[at++];
        bits |= (next & 0x7fL) << shift;
        shift += 7;
      } while (next < 0);
      return bits >>> 1 ^ -(bits & 1);
    }
  }

  /** Writes them one by one, oldest first. */
  private static final class Writer {

    private final byte[] bytes;
    private int at;
    private int count;
    private long before;

    Writer(int most) {
      bytes = new byte[most];
    }

    void put(long id, long time) {
      LONGS.set(bytes, at, id);
      at += Long.BYTES;
      long difference = time - before;
      long bits = difference << 1 ^ difference >> Long.SIZE - 1;
      while ((bits & ~0x7fL) != 0) {
        bytes[at++] = (byte) (bits & 0x7f | 0x80);
        bits >>>= 7;
      }
      bytes[at++] = (byte) bits;
      before = time;
      count++;
    }
  }
}
