package dev.eddyline.task;

import dev.eddyline.avro.PackedReader;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.SeenDecisions;
import dev.eddyline.state.TaskState;
import dev.eddyline.text.Hash;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Detects duplicate and late events by the ids of the task's newest events. Human decisions may be
 * slow, so only other decisions make them late; their ids are stored separately.
 *
 * <p>Ids are unique for each sender: no ingest token can use up the ids of another, nor those of a
 * program that writes to Kafka itself. Telemetry and imports, whose token is empty, report what any
 * sender reports too: with them, an id is one event, in either order.
 *
 * <p>The ids are packed, since each event of a task reads and writes them. The format is the hash
 * of an id and the difference of its event time to the previous one (epoch milliseconds), oldest
 * first. One scan finds the insert position; the bytes before and after it are copied unchanged.
 */
final class RecentEvents {

  /** Maximum number of stored ids (the newest by event time). */
  static final int MAX = 32;

  /** Maximum number of stored ids if all have the same time. */
  static final int MAX_SAME_TIME = 256;

  /** The bits of a stored id that identify the sender, if it has a name: 16 of its hash. */
  private static final long SENDER_BITS = 0xffff;

  private static final ByteBuffer NO_PACKED_IDS = ByteBuffer.allocate(0).asReadOnlyBuffer();

  /** Maximum length of a variable-length number with 7 bits a byte. */
  private static final int NUMBER_BYTES = 10;

  private final AgentEvent event;
  private final long at;

  /** Hash of the event's id. */
  private final long id;

  /** The same, with the hash of its sender in the bits of {@link #SENDER_BITS}. */
  private final long idOfSender;

  /** Whether it comes from telemetry or an import, which report what any sender reports. */
  private final boolean mayBeOfAnySender;

  private final ByteBuffer packed;

  /** Newest evicted event time, epoch milliseconds. */
  private final long evictedAt;

  private boolean isEventIdStored;
  private int count;

  /** Event time of the oldest id, epoch milliseconds, and the number of ids with that time. */
  private long oldest;

  private int idCountAtOldestTime;

  private long newest;

  /** Byte position of the first later id, and the event time of the id before it. */
  private int insertByteOffset;

  private long timeBefore;

  private RecentEvents(AgentEvent event, long at, ByteBuffer packed, long evictedAt) {
    this.event = event;
    this.at = at;
    this.packed = packed;
    this.evictedAt = evictedAt;
    id = Hash.of(event.getEventId());
    idOfSender = idOfSender(event.getIngestToken());
    mayBeOfAnySender = "".equals(event.getIngestToken());
    scanPackedIds();
  }

  private long idOfSender(@Nullable String sender) {
    if (sender == null || sender.isEmpty()) {
      return id;
    }
    long named = id & ~SENDER_BITS | Hash.of(sender) & SENDER_BITS;
    return named == id ? named ^ 1 : named;
  }

  /** Whether a stored id is that of the event. */
  private boolean isSame(long stored) {
    return stored == id
        || stored == idOfSender
        || mayBeOfAnySender && ((stored ^ id) & ~SENDER_BITS) == 0;
  }

  /** The packed form of no ids. */
  static ByteBuffer noPackedIds() {
    return NO_PACKED_IDS;
  }

  /**
   * Loads the stored ids of the event's kind.
   *
   * @param at its event time, epoch milliseconds
   */
  static RecentEvents loadIdsOfEventKind(AgentEvent event, long at, TaskState state) {
    if (!isDecision(event)) {
      Long evicted = state.getEvictedAt();
      return new RecentEvents(
          event, at, state.getRecent(), evicted == null ? Long.MIN_VALUE : evicted);
    }
    SeenDecisions decisions = state.getDecisions();
    return decisions == null
        ? new RecentEvents(event, at, noPackedIds(), Long.MIN_VALUE)
        : new RecentEvents(event, at, decisions.getRecent(), decisions.getEvictedAt());
  }

  private static boolean isDecision(AgentEvent event) {
    return event.getBody() instanceof HumanIntervened;
  }

  private void scanPackedIds() {
    EventIdReader reader = new EventIdReader();
    boolean found = false;
    int all = 0;
    int first = 0;
    int insertPosition = reader.place();
    long before = 0;
    while (reader.next()) {
      found |= isSame(reader.id);
      if (all++ == 0) {
        oldest = reader.time;
      }
      if (reader.time == oldest) {
        first++;
      }
      if (reader.time <= at) {
        insertPosition = reader.place();
        before = reader.time;
      }
    }
    isEventIdStored = found;
    count = all;
    idCountAtOldestTime = first;
    insertByteOffset = insertPosition;
    timeBefore = before;
    newest = reader.time;
  }

  /** Whether the event's id is stored. */
  boolean isDuplicate() {
    return isEventIdStored;
  }

  /**
   * Whether the event is older than the newest evicted event. An event of the same time is late if
   * no stored id is that old.
   */
  boolean isLate() {
    return at < evictedAt || at == evictedAt && (count == 0 || oldest > evictedAt);
  }

  /**
   * Stores the event's id. If there are too many, the oldest ids and all of the same time are
   * evicted, so that their duplicates are recognised as late.
   */
  void saveIds(TaskState state) {
    boolean allAtOnce = idCountAtOldestTime == count && oldest == at;
    boolean isFull = count >= MAX && !allAtOnce;
    boolean isAdded = !isFull || at > oldest;
    int evictCount = count >= MAX_SAME_TIME ? 1 : 0;
    if (isFull) {
      evictCount = at < oldest ? 0 : idCountAtOldestTime;
    }
    boolean left = evictCount > 0 || !isAdded;
    long evicted = left ? Math.max(evictedAt, Math.min(oldest, at)) : evictedAt;
    saveIds(state, packWithoutEvictedIds(evictCount, isAdded), evicted);
  }

  private void saveIds(TaskState state, ByteBuffer packedIds, long evicted) {
    if (isDecision(event)) {
      state.setDecisions(new SeenDecisions(packedIds, evicted));
    } else {
      state.setRecent(packedIds);
      state.setEvictedAt(evicted == Long.MIN_VALUE ? null : (Long) evicted);
    }
  }

  /** The packed ids without the evicted ones, with the event's id inserted if it is added. */
  private ByteBuffer packWithoutEvictedIds(int evictCount, boolean isAdded) {
    EventIdReader rest = new EventIdReader();
    for (int left = 0; left < evictCount; left++) {
      rest.next();
    }
    // its own number, and those of two ids with a new predecessor
    EventIdWriter writer = new EventIdWriter(rest.remaining() + Long.BYTES + 3 * NUMBER_BYTES);
    if (isAdded) {
      writer.copy(rest, insertByteOffset, timeBefore);
      writer.put(idOfSender, at);
    }
    writer.copy(rest, packed.limit(), newest);
    return writer.bytes.flip();
  }

  /** Reads the packed ids, oldest first. */
  private final class EventIdReader extends PackedReader {

    private long id;
    private long time;

    EventIdReader() {
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

  /** Writes the packed ids, oldest first. */
  private final class EventIdWriter {

    private final ByteBuffer bytes;
    private long before;

    EventIdWriter(int capacity) {
      bytes = ByteBuffer.allocate(capacity);
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
     * Copies the ids up to a position. Only the first one is encoded again, since its predecessor
     * changed.
     *
     * @param last event time of the last copied id, epoch milliseconds
     */
    void copy(EventIdReader from, int end, long last) {
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
