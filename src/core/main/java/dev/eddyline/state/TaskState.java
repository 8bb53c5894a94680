package dev.eddyline.state;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.avro.PackedReader;
import dev.eddyline.schema.Cost;
import dev.eddyline.schema.EvaluationState;
import dev.eddyline.schema.LastHop;
import dev.eddyline.schema.LeaderContext;
import dev.eddyline.schema.PersonDecision;
import dev.eddyline.schema.ReportedDecision;
import dev.eddyline.schema.SeenDecisions;
import dev.eddyline.schema.Signs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The record of a task that every event reads and writes: one for each task and window, stored as
 * bytes. An event works on a view of its own, which becomes the new record when the event has
 * passed all checks. Parts are decoded when they are first read; unchanged ones are copied as
 * bytes.
 *
 * <table>
 * <caption>Layout of version 1; numbers have their highest byte first</caption>
 * <tr><th>bytes</th><th>content</th></tr>
 * <tr><td>0</td><td>version of the layout</td></tr>
 * <tr><td>1</td><td>flags: 1 counted</td></tr>
 * <tr><td>2–9</td><td>newestAt: event time of the newest event</td></tr>
 * <tr><td>10–17</td><td>storedAt: storage time of the last write</td></tr>
 * <tr><td>18–25</td><td>stamp: histories in other records count only with the same stamp</td></tr>
 * <tr><td>26–33</td><td>evictedAt: newest event time that had to leave the recent events</td></tr>
 * <tr><td>34–41</td><td>startedAt: event time of the first event</td></tr>
 * <tr><td>42–49</td><td>startedOffset: offset of the first event; -1 before it</td></tr>
 * <tr><td>50–53</td><td>startedPartition: its partition; -1 before it</td></tr>
 * <tr><td>54–57</td><td>unknownContents: tool calls and results without their content</td></tr>
 * <tr><td>58–65</td><td>waitingUntil: event time until which the agent waits on purpose</td></tr>
 * <tr><td>66–73</td><td>pausedAt: event time before the newest calls that only wait</td></tr>
 * <tr><td>74–81</td><td>signedAt: event time of a subtask's last activity signal</td></tr>
 * <tr><td>82–89</td><td>epoch: epoch of its root that a subtask has adopted</td></tr>
 * <tr><td>90–97</td><td>tokens of the task so far</td></tr>
 * <tr><td>98–105</td><td>US dollars of the task so far, the bits of a double</td></tr>
 * <tr><td>106–113</td><td>duration of the task so far, milliseconds</td></tr>
 * <tr><td>then</td><td>rootTaskId, workflow, complexity, step: each a number of variable length,
 * the number of bytes plus 1, or 0 for none; and the text in UTF-8</td></tr>
 * <tr><td>then</td><td>recent events: their number of bytes, of variable length, and the bytes of
 * {@code RecentEvents}</td></tr>
 * <tr><td>then</td><td>parts, by ascending number: the number, 1 byte; the number of its bytes, 4
 * bytes; its bytes, in the form that {@link StateParts} names</td></tr>
 * </table>
 *
 * <p>Times are epoch milliseconds; the least number is none. A number of variable length has the
 * form of Avro's: its sign is its lowest bit, and 7 bits are in a byte, the lowest first. For use
 * by one thread.
 */
public final class TaskState {

  /** Version of the layout of the record and of all its parts, whose schemas are not stored. */
  public static final int VERSION = 1;

  private static final int COUNTED = 1;
  private static final long NONE = Long.MIN_VALUE;
  private static final int FIXED_BYTES = 114;
  private static final byte[] NOTHING = {};

  /** The progress of a task without any; never changed. */
  private static final Signs NO_SIGNS =
      new Signs(0L, false, 0L, false, null, null, null, null, 0L, 0L, 0L, 0L);

  private final byte[] stored;
  private final int[] partFrom = new int[StatePart.MAX + 1];
  private final int[] partEnd = new int[StatePart.MAX + 1];

  /** Decoded or new parts, by number. */
  private final Object[] parts = new Object[StatePart.MAX + 1];

  private final StatePart<?>[] changedParts = new StatePart<?>[StatePart.MAX + 1];

  private boolean isCounted;
  private long newestAt;
  private long storedAt;
  private long stamp;
  private long evictedAt = NONE;
  private long startedAt;
  private long startedOffset = -1;
  private int startedPartition = -1;
  private int unknownContents;
  private long waitingUntil = NONE;
  private long pausedAt = NONE;
  private long signedAt = NONE;
  private long epoch;
  private Cost cost = new Cost(0L, 0.0, 0L);
  private @Nullable String rootTaskId;
  private @Nullable String workflow;
  private @Nullable String complexity;
  private @Nullable String step;
  private ByteBuffer recent = ByteBuffer.wrap(NOTHING);

  /** A new task: without times, cost and parts. */
  public TaskState() {
    stored = NOTHING;
  }

  private TaskState(byte[] stored) {
    this.stored = stored;
    ByteBuffer bytes = ByteBuffer.wrap(stored);
    isCounted = (bytes.get(1) & COUNTED) != 0;
    newestAt = bytes.getLong(2);
    storedAt = bytes.getLong(10);
    stamp = bytes.getLong(18);
    evictedAt = bytes.getLong(26);
    startedAt = bytes.getLong(34);
    startedOffset = bytes.getLong(42);
    startedPartition = bytes.getInt(50);
    unknownContents = bytes.getInt(54);
    waitingUntil = bytes.getLong(58);
    pausedAt = bytes.getLong(66);
    signedAt = bytes.getLong(74);
    epoch = bytes.getLong(82);
    cost = new Cost(bytes.getLong(90), bytes.getDouble(98), bytes.getLong(106));
    PackedReader in = new PackedReader(bytes);
    in.continueAt(FIXED_BYTES);
    rootTaskId = textOrNull(in);
    workflow = textOrNull(in);
    complexity = textOrNull(in);
    step = textOrNull(in);
    recent = in.sized();
    int before = 0;
    for (int at = in.place(); at < stored.length; at = partEnd[before]) {
      int number = bytes.get(at);
      int length = bytes.getInt(at + 1);
      int from = at + 1 + Integer.BYTES;
      if (number <= before
          || number > StatePart.MAX
          || length < 0
          || length > stored.length - from) {
        throw new IndexOutOfBoundsException(
            "part %d of %d bytes at byte %d".formatted(number, length, at));
      }
      partFrom[number] = from;
      partEnd[number] = from + length;
      before = number;
    }
  }

  /**
   * A view of a stored record, which must not change.
   *
   * @throws DamagedStateException if it has another version, or is damaged
   */
  public static TaskState of(byte[] stored) {
    int version = stored.length == 0 ? 0 : stored[0];
    if (version != VERSION) {
      throw new DamagedStateException(
          ("a task's record has version %d, this release reads %d: start with a new"
                  + " application.id, --predecessor and --warm-from, or reset")
              .formatted(version, VERSION));
    }
    try {
      return new TaskState(stored);
    } catch (RuntimeException e) {
      throw new DamagedStateException(
          "a task's record of %d bytes is damaged".formatted(stored.length), e);
    }
  }

  private static @Nullable String textOrNull(PackedReader in) {
    int length = (int) in.number();
    return length == 0 ? null : StandardCharsets.UTF_8.decode(in.slice(length - 1)).toString();
  }

  /** The record's bytes. */
  public byte[] toBytes() {
    ByteEncoder out = new ByteEncoder(stored.length + 512);
    write(out);
    return out.toByteArray();
  }

  /** Writes the record. */
  public void write(ByteEncoder out) {
    out.writeByte(VERSION);
    out.writeByte(isCounted ? COUNTED : 0);
    out.writeFixedLong(newestAt);
    out.writeFixedLong(storedAt);
    out.writeFixedLong(stamp);
    out.writeFixedLong(evictedAt);
    out.writeFixedLong(startedAt);
    out.writeFixedLong(startedOffset);
    out.writeFixedInt(startedPartition);
    out.writeFixedInt(unknownContents);
    out.writeFixedLong(waitingUntil);
    out.writeFixedLong(pausedAt);
    out.writeFixedLong(signedAt);
    out.writeFixedLong(epoch);
    out.writeFixedLong(cost.getTokens());
    out.writeFixedLong(Double.doubleToRawLongBits(cost.getCostUsd()));
    out.writeFixedLong(cost.getDurationMs());
    write(rootTaskId, out);
    write(workflow, out);
    write(complexity, out);
    write(step, out);
    out.writeBytes(recent);
    for (int number = 1; number <= StatePart.MAX; number++) {
      if (changedParts[number] != null) {
        if (parts[number] != null) {
          writePart(changedParts[number], out);
        }
      } else if (partEnd[number] > 0) {
        int length = partEnd[number] - partFrom[number];
        out.writeByte(number);
        out.writeFixedInt(length);
        out.writeFixed(stored, partFrom[number], length);
      }
    }
  }

  private static void write(@Nullable String text, ByteEncoder out) {
    if (text == null) {
      out.writeInt(0);
    } else {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length + 1);
      out.writeFixed(bytes, 0, bytes.length);
    }
  }

  @SuppressWarnings("unchecked") // the value was put or read with this part
  private <T> void writePart(StatePart<T> part, ByteEncoder out) {
    out.writeByte(part.number());
    out.writeFixedInt(0);
    int begin = out.size();
    try {
      part.codec().write((T) parts[part.number()], out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    out.replaceFixedInt(begin - Integer.BYTES, out.size() - begin);
  }

  /**
   * A part; null if the task has none. It must be replaced and not modified: only a part that is
   * set is written.
   *
   * @throws DamagedStateException if it cannot be read
   */
  @SuppressWarnings("unchecked") // the value was put or read with this part
  public <T> @Nullable T part(StatePart<T> part) {
    int number = part.number();
    if (parts[number] == null && changedParts[number] == null && partEnd[number] > 0) {
      ByteBuffer bytes =
          ByteBuffer.wrap(stored, partFrom[number], partEnd[number] - partFrom[number]).slice();
      try {
        parts[number] = part.codec().read(bytes);
      } catch (IOException | RuntimeException e) {
        throw new DamagedStateException(
            "the part %s of a task's record is damaged".formatted(part.name()), e);
      }
    }
    return (T) parts[number];
  }

  /** Replaces a part; null removes it. */
  public <T> void part(StatePart<T> part, @Nullable T value) {
    parts[part.number()] = value;
    changedParts[part.number()] = part;
  }

  /** Root task; null when the task is its own root. */
  public @Nullable String getRootTaskId() {
    return rootTaskId;
  }

  /** Sets the root task. */
  public void setRootTaskId(@Nullable String rootTaskId) {
    this.rootTaskId = rootTaskId;
  }

  /** Workflow that was named last, or null; picks the policy of events that name none. */
  public @Nullable String getWorkflow() {
    return workflow;
  }

  /** Sets the workflow. */
  public void setWorkflow(@Nullable String workflow) {
    this.workflow = workflow;
  }

  /** Tenant that was named first, or null; whose loop memory the task uses. */
  public @Nullable String getTenant() {
    return part(StateParts.TENANT);
  }

  /** Sets the tenant of a task without one. */
  public void setTenantIfAbsent(@Nullable String tenant) {
    if (tenant != null && getTenant() == null) {
      part(StateParts.TENANT, tenant);
    }
  }

  /** Complexity as declared at the task's start, or null; policies may adapt their limits to it. */
  public @Nullable String getComplexity() {
    return complexity;
  }

  /** Sets the complexity. */
  public void setComplexity(@Nullable String complexity) {
    this.complexity = complexity;
  }

  /** Step that the task is in, or null, for events that name none. */
  public @Nullable String getStep() {
    return step;
  }

  /** Sets the step. */
  public void setStep(@Nullable String step) {
    this.step = step;
  }

  /** Event time of the newest event, epoch milliseconds. */
  public long getNewestAt() {
    return newestAt;
  }

  /** Sets the event time of the newest event. */
  public void setNewestAt(long newestAt) {
    this.newestAt = newestAt;
  }

  /** Storage time of the last write, epoch milliseconds. */
  public long getStoredAt() {
    return storedAt;
  }

  /** Sets the storage time of the last write. */
  public void setStoredAt(long storedAt) {
    this.storedAt = storedAt;
  }

  /** Histories in other records count only with the same stamp; a reset changes it. */
  public long getStamp() {
    return stamp;
  }

  /** Sets the stamp. */
  public void setStamp(long stamp) {
    this.stamp = stamp;
  }

  /** The newest events, in the form of {@code RecentEvents}. */
  public ByteBuffer getRecent() {
    return recent;
  }

  /** Sets the newest events, from the buffer's start to its limit. */
  public void setRecent(ByteBuffer recent) {
    this.recent = recent;
  }

  /** Newest event time that had to leave the newest events, or null; an older event is late. */
  public @Nullable Long getEvictedAt() {
    return orNull(evictedAt);
  }

  /** Sets the newest event time that had to leave. */
  public void setEvictedAt(@Nullable Long evictedAt) {
    this.evictedAt = orNone(evictedAt);
  }

  /** Decisions that were seen, or null. */
  public @Nullable SeenDecisions getDecisions() {
    return part(StateParts.DECISIONS);
  }

  /** Sets the decisions that were seen. */
  public void setDecisions(@Nullable SeenDecisions decisions) {
    part(StateParts.DECISIONS, decisions);
  }

  /** Cost of the task so far. */
  public Cost getCost() {
    return cost;
  }

  /** Sets the cost of the task. */
  public void setCost(Cost cost) {
    this.cost = cost;
  }

  /** Number of tool calls with unknown arguments and of results with unknown output. */
  public int getUnknownContents() {
    return unknownContents;
  }

  /** Sets that number. */
  public void setUnknownContents(int unknownContents) {
    this.unknownContents = unknownContents;
  }

  /** Event time of the first event, epoch milliseconds. */
  public long getStartedAt() {
    return startedAt;
  }

  /** Sets the event time of the first event. */
  public void setStartedAt(long startedAt) {
    this.startedAt = startedAt;
  }

  /** Partition of the first event; -1 before it. */
  public int getStartedPartition() {
    return startedPartition;
  }

  /** Sets the partition of the first event. */
  public void setStartedPartition(int startedPartition) {
    this.startedPartition = startedPartition;
  }

  /** Offset of the first event; -1 before it. */
  public long getStartedOffset() {
    return startedOffset;
  }

  /** Sets the offset of the first event. */
  public void setStartedOffset(long startedOffset) {
    this.startedOffset = startedOffset;
  }

  /** Event time until which the agent waits on purpose, or null. */
  public @Nullable Long getWaitingUntil() {
    return orNull(waitingUntil);
  }

  /** Sets the time until which the agent waits. */
  public void setWaitingUntil(@Nullable Long waitingUntil) {
    this.waitingUntil = orNone(waitingUntil);
  }

  /** Event time before the newest calls that only wait; null after another call. */
  public @Nullable Long getPausedAt() {
    return orNull(pausedAt);
  }

  /** Sets the time before the newest calls that only wait. */
  public void setPausedAt(@Nullable Long pausedAt) {
    this.pausedAt = orNone(pausedAt);
  }

  /** Progress, which resets repetitions. */
  public Signs getSigns() {
    Signs signs = part(StateParts.SIGNS);
    return signs == null ? NO_SIGNS : signs;
  }

  /** Sets the progress. */
  public void setSigns(Signs signs) {
    part(StateParts.SIGNS, signs);
  }

  /** Whether a subtask may have loops on its root's counter or failures in its history. */
  public boolean getCounted() {
    return isCounted;
  }

  /** Sets whether it may have. */
  public void setCounted(boolean counted) {
    isCounted = counted;
  }

  /** Event time of the subtask's last activity signal to its root, or null. */
  public @Nullable Long getSignedAt() {
    return orNull(signedAt);
  }

  /** Sets the time of the last activity signal. */
  public void setSignedAt(@Nullable Long signedAt) {
    this.signedAt = orNone(signedAt);
  }

  /** Epoch of its root that a subtask has adopted; 0 before it knew of any. */
  public long getEpoch() {
    return epoch;
  }

  /** Sets the adopted epoch. */
  public void setEpoch(long epoch) {
    this.epoch = epoch;
  }

  /**
   * Ids of the loops that a subtask signalled to its root in that epoch, least recent first, at
   * most 32; used to predict the root's action for repeated loops.
   */
  public List<String> getSignalled() {
    List<String> signalled = part(StateParts.SIGNALLED);
    return signalled == null ? List.of() : signalled;
  }

  /** Sets the ids of the signalled loops. */
  public void setSignalled(List<String> signalled) {
    part(StateParts.SIGNALLED, signalled.isEmpty() ? null : signalled);
  }

  /** State of a root task; null until there is something to count. */
  public @Nullable StoredRoot getStoredRoot() {
    return part(StateParts.ROOT);
  }

  /** Sets the state of a root task. */
  public void setStoredRoot(@Nullable StoredRoot root) {
    part(StateParts.ROOT, root);
  }

  /** A person's newest decision about the task as a root; null if it has no effect any more. */
  public @Nullable PersonDecision getDecided() {
    return part(StateParts.DECIDED);
  }

  /** Sets the newest decision. */
  public void setDecided(@Nullable PersonDecision decided) {
    part(StateParts.DECIDED, decided);
  }

  /** Which decision about its root was reported to the task, or null. */
  public @Nullable ReportedDecision getReported() {
    return part(StateParts.REPORTED);
  }

  /** Sets the reported decision. */
  public void setReported(@Nullable ReportedDecision reported) {
    part(StateParts.REPORTED, reported);
  }

  /** Leader context of the task's last verdict as a root since the last reset, or null. */
  public @Nullable LeaderContext getLeaderContext() {
    return part(StateParts.LEADER_CONTEXT);
  }

  /** Sets the leader context. */
  public void setLeaderContext(@Nullable LeaderContext leaderContext) {
    part(StateParts.LEADER_CONTEXT, leaderContext);
  }

  /** Goal, kind and the last request to an evaluator; null if the policy uses none. */
  public @Nullable EvaluationState getEvaluation() {
    return part(StateParts.EVALUATION);
  }

  /** Sets the state of the evaluation. */
  public void setEvaluation(@Nullable EvaluationState evaluation) {
    part(StateParts.EVALUATION, evaluation);
  }

  /** The progress of the task when its session last heard of it, or null. */
  public @Nullable LastHop getLastHop() {
    return part(StateParts.LAST_HOP);
  }

  /** Sets the progress that the session heard of. */
  public void setLastHop(@Nullable LastHop lastHop) {
    part(StateParts.LAST_HOP, lastHop);
  }

  private static @Nullable Long orNull(long time) {
    return time == NONE ? null : (Long) time;
  }

  private static long orNone(@Nullable Long time) {
    return time == null ? NONE : time;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TaskState state && Arrays.equals(toBytes(), state.toBytes());
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(toBytes());
  }

  /** The record's bytes as UTF-8, so that its texts can be found. */
  @Override
  public String toString() {
    return new String(toBytes(), StandardCharsets.UTF_8);
  }
}
