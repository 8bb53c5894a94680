package dev.eddyline.task;

import dev.eddyline.avro.PackedReader;
import dev.eddyline.detect.Hash;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.SeenDecisions;
import dev.eddyline.schema.TaskState;
import java.nio.ByteBuffer;

/**
 * Tells whether an event is a repeat or a latecomer by the ids of its task's newest events. A
 * person's decision takes its time, so only other decisions make it late; their ids are kept apart.
 *
 * <p>The ids are packed, since each event of a task reads and writes them: hashes of ids by event
 * time, oldest first, each followed by its event time in epoch milliseconds as the difference to
 * the one before it. They are read once, which finds the event's own place; what stands before and
 * behind it is then copied as it is.
 */
final class RecentEvents {

  /** Ids that are remembered (the newest by event time). */
  static final int MAX = 32;

  /** Ids that are remembered when all of them bear the same time. */
  static final int MAX_SAME_TIME = 256;

  private static final ByteBuffer NONE = ByteBuffer.allocate(0).asReadOnlyBuffer();

  /** Longest number that is written in pieces of 7 bits. */
  private static final int NUMBER_BYTES = 10;

  private final AgentEvent event;
  private final long at;
  private final long id;
  private final ByteBuffer packed;

  /** Newest event time that had to leave, epoch milliseconds. */
  private final long evictedAt;

  private boolean known;
  private int count;

  /** Event time of the oldest, epoch milliseconds, and how many bear it. */
  private long oldest;

  private int asOld;

  private long newest;

  /** Where what is later than the event begins, and the event time of what stands before that. */
  private int place;

  private long timeBefore;

  private RecentEvents(AgentEvent event, long at, ByteBuffer packed, long evictedAt) {
    this.event = event;
    this.at = at;
    this.packed = packed;
    this.evictedAt = evictedAt;
    id = Hash.of(event.getEventId());
    read();
  }

  /** None that were seen, as they are kept. */
  static ByteBuffer none() {
    return NONE;
  }

  /**
   * Those of the event's kind that the task has seen before it.
   *
   * @param at its event time, epoch milliseconds
   */
  static RecentEvents before(AgentEvent event, long at, TaskState state) {
    if (!isDecision(event)) {
      Long evicted = state.getEvictedAt();
      return new RecentEvents(
          event, at, state.getRecent(), evicted == null ? Long.MIN_VALUE : evicted);
    }
    SeenDecisions seen = state.getDecisions();
    return seen == null
        ? new RecentEvents(event, at, none(), Long.MIN_VALUE)
        : new RecentEvents(event, at, seen.getRecent(), seen.getEvictedAt());
  }

  private static boolean isDecision(AgentEvent event) {
    return event.getBody() instanceof HumanIntervened;
  }

  private void read() {
    Reader reader = new Reader();
    boolean found = false;
    int all = 0;
    int first = 0;
    int behind = reader.place();
    long before = 0;
    while (reader.next()) {
      found |= reader.id == id;
      if (all++ == 0) {
        oldest = reader.time;
      }
      if (reader.time == oldest) {
        first++;
      }
      if (reader.time <= at) {
        behind = reader.place();
        before = reader.time;
      }
    }
    known = found;
    count = all;
    asOld = first;
    place = behind;
    timeBefore = before;
    newest = reader.time;
  }

  /** Whether the event is among them. */
  boolean isRepeat() {
    return known;
  }

  /**
   * Whether the event is older than what is still remembered: what lies before the newest evicted
   * event, or beside it when nothing that old is remembered any more.
   */
  boolean isLate() {
    return at < evictedAt || at == evictedAt && (count == 0 || oldest > evictedAt);
  }

  /**
   * Remembers the event too. When there are too many, the oldest leave, and with them all of the
   * same time, so that a repeat of any of them is told by the mark.
   */
  void keep(TaskState state) {
    boolean allAtOnce = asOld == count && oldest == at;
    boolean isFull = count >= MAX && !allAtOnce;
    boolean stays = !isFull || at > oldest;
    int leaving = count >= MAX_SAME_TIME ? 1 : 0;
    if (isFull) {
      leaving = at < oldest ? 0 : asOld;
    }
    boolean left = leaving > 0 || !stays;
    long evicted = left ? Math.max(evictedAt, Math.min(oldest, at)) : evictedAt;
    keep(state, written(leaving, stays), evicted);
  }

  private void keep(TaskState state, ByteBuffer kept, long evicted) {
    if (isDecision(event)) {
      state.setDecisions(new SeenDecisions(kept, evicted));
    } else {
      state.setRecent(kept);
      state.setEvictedAt(evicted == Long.MIN_VALUE ? null : (Long) evicted);
    }
  }

  /** All but the oldest that leave, with the event in its place where it stays. */
  private ByteBuffer written(int leaving, boolean stays) {
    Reader rest = new Reader();
    for (int left = 0; left < leaving; left++) {
      rest.next();
    }
    // its own number, and those of two that follow another one than before
    Writer writer = new Writer(rest.remaining() + Long.BYTES + 3 * NUMBER_BYTES);
    if (stays) {
      writer.copy(rest, place, timeBefore);
      writer.put(id, at);
    }
    writer.copy(rest, packed.limit(), newest);
    return writer.bytes.flip();
  }

  /** Reads them one by one, oldest first. */
  private final class Reader extends PackedReader {

    private long id;
    private long time;

    Reader() {
      super(packed);
    }

    boolean next() {
      if (!hasMore()) {
        return false;
      }
      id = fixed();
      time += number();
      return true;
    }
  }

  /** Writes them one by one, oldest first. */
  private final class Writer {

    private final ByteBuffer bytes;
    private long before;

    Writer(int most) {
      bytes = ByteBuffer.allocate(most);
    }

    void put(long id, long time) {
      bytes.putLong(id);
      long difference = time - before;
      long bits = difference << 1 ^ difference >> Long.SIZE - 1;
      while ((bits & ~0x7fL) != 0) {
        bytes.put((byte) (bits & 0x7f | 0x80));
        bits >>>= 7;
      }
      bytes.put((byte) bits);
      before = time;
    }

    /**
     * Writes what comes up to a place: only the first of it follows another one than before.
     *
     * @param last event time of the last of it, epoch milliseconds
     */
    void copy(Reader from, int end, long last) {
      if (from.place() >= end) {
        return;
      }
      from.next();
      put(from.id, from.time);
      int length = end - from.place();
      bytes.put(bytes.position(), packed, from.place(), length);
      bytes.position(bytes.position() + length);
      from.continueAt(end);
      from.time = last;
      before = last;
    }
  }
}
