package dev.eddyline.state;

import dev.eddyline.avro.ByteEncoder;
import dev.eddyline.avro.PackedReader;
import dev.eddyline.schema.ActionTaken;
import dev.eddyline.schema.AnsweredLoop;
import dev.eddyline.schema.CountedLoop;
import dev.eddyline.schema.RuledLoop;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a root task: counter, escalations and gate. Every event reads the counters; the lists
 * are decoded when they are first read.
 *
 * <p>In order: flags (1 the store of gates has a gate or a rejection, 2 newestSignalAt is known);
 * loopCount, shadowCount, epoch, cleared, newestSignalAt, of variable length; resetAt and
 * clearedAt, 8 bytes each; the lists, each after its number of bytes, 4 bytes: loops, shadowLoops,
 * results, ladder, answered, partitions. Each has the form of {@link ListCodec}; an empty one has
 * no bytes.
 */
public final class StoredRoot {

  private static final int BLOCKED = 1;
  private static final int SIGNAL_AT = 2;

  private static final ListCodec<CountedLoop> LOOPS = new ListCodec<>(new LoopCodec());
  private static final ListCodec<ActionTaken> RESULTS =
      new ListCodec<>(new AvroCodec<>(ActionTaken.class));
  private static final ListCodec<RuledLoop> LADDER =
      new ListCodec<>(new AvroCodec<>(RuledLoop.class));
  private static final ListCodec<AnsweredLoop> ANSWERED =
      new ListCodec<>(new AvroCodec<>(AnsweredLoop.class));
  private static final ListCodec<Integer> PARTITIONS = new ListCodec<>(new NumberCodec());

  /** Its binary form. */
  static final PartCodec<StoredRoot> CODEC = new Codec();

  private int loopCount;
  private int shadowCount;
  private long epoch;
  private long resetAt = Long.MIN_VALUE;
  private long cleared;
  private long clearedAt = Long.MIN_VALUE;
  private boolean isBlocked;
  private @Nullable Long newestSignalAt;
  private final Elements<CountedLoop> loops = new Elements<>(LOOPS);
  private final Elements<CountedLoop> shadowLoops = new Elements<>(LOOPS);
  private final Elements<ActionTaken> results = new Elements<>(RESULTS);
  private final Elements<RuledLoop> ladder = new Elements<>(LADDER);
  private final Elements<AnsweredLoop> answered = new Elements<>(ANSWERED);
  private final Elements<Integer> partitions = new Elements<>(PARTITIONS);

  /** Number of loops since the last reset, without expired or removed ones. */
  public int getLoopCount() {
    return loopCount;
  }

  /** Sets the number of loops. */
  public void setLoopCount(int loopCount) {
    this.loopCount = loopCount;
  }

  /** The newest loops by event time, oldest first, at most 64; others are older. */
  public List<CountedLoop> getLoops() {
    return loops.get();
  }

  /** Sets the newest loops. */
  public void setLoops(List<CountedLoop> newest) {
    loops.set(newest);
  }

  /** The same count for shadow policies. */
  public int getShadowCount() {
    return shadowCount;
  }

  /** Sets the count for shadow policies. */
  public void setShadowCount(int shadowCount) {
    this.shadowCount = shadowCount;
  }

  /** The same list for shadow policies. */
  public List<CountedLoop> getShadowLoops() {
    return shadowLoops.get();
  }

  /** Sets the newest loops for shadow policies. */
  public void setShadowLoops(List<CountedLoop> newest) {
    shadowLoops.set(newest);
  }

  /** Number of resets. */
  public long getEpoch() {
    return epoch;
  }

  /** Sets the number of resets. */
  public void setEpoch(long epoch) {
    this.epoch = epoch;
  }

  /**
   * Newest event time of a reset, epoch milliseconds; the least number before the first. Signals of
   * an older epoch are ignored only if their loops did not start later.
   */
  public long getResetAt() {
    return resetAt;
  }

  /** Sets the time of the newest reset. */
  public void setResetAt(long resetAt) {
    this.resetAt = resetAt;
  }

  /**
   * Newest epoch that began with a person's decision, which clears subtasks' histories too; 0
   * before the first.
   */
  public long getCleared() {
    return cleared;
  }

  /** Sets that epoch. */
  public void setCleared(long cleared) {
    this.cleared = cleared;
  }

  /**
   * Newest event time of such a decision, epoch milliseconds; the least number before the first.
   */
  public long getClearedAt() {
    return clearedAt;
  }

  /** Sets the time of such a decision. */
  public void setClearedAt(long clearedAt) {
    this.clearedAt = clearedAt;
  }

  /** Whether the store of gates has an open gate or a rejection for this root. */
  public boolean isBlocked() {
    return isBlocked;
  }

  /** Sets whether the store of gates has one. */
  public void setBlocked(boolean blocked) {
    isBlocked = blocked;
  }

  /** The most recent actions, oldest first, at most 10. */
  public List<ActionTaken> getResults() {
    return results.get();
  }

  /** Sets the most recent actions. */
  public void setResults(List<ActionTaken> newest) {
    results.set(newest);
  }

  /** Loops that had a verdict since the last reset, least recent first, at most 32. */
  public List<RuledLoop> getLadder() {
    return ladder.get();
  }

  /** Sets the loops that had a verdict. */
  public void setLadder(List<RuledLoop> loopsWithVerdict) {
    ladder.set(loopsWithVerdict);
  }

  /** Loops that a person decided on, oldest first, at most 32. */
  public List<AnsweredLoop> getAnswered() {
    return answered.get();
  }

  /** Sets the loops that a person decided on. */
  public void setAnswered(List<AnsweredLoop> decided) {
    answered.set(decided);
  }

  /** Partitions of its subtasks, ascending. */
  public List<Integer> getPartitions() {
    return partitions.get();
  }

  /** Sets the partitions of its subtasks. */
  public void setPartitions(List<Integer> ofSubtasks) {
    partitions.set(ofSubtasks);
  }

  /** Event time of its subtasks' newest signal, epoch milliseconds; null before the first. */
  public @Nullable Long getNewestSignalAt() {
    return newestSignalAt;
  }

  /** Sets the time of its subtasks' newest signal. */
  public void setNewestSignalAt(@Nullable Long newestSignalAt) {
    this.newestSignalAt = newestSignalAt;
  }

  /** A list, decoded on first use. */
  private static final class Elements<T> {

    private final ListCodec<T> codec;
    private @Nullable ByteBuffer stored;
    private List<T> decoded = List.of();

    Elements(ListCodec<T> codec) {
      this.codec = codec;
    }

    List<T> get() {
      if (stored != null) {
        try {
          set(codec.read(stored));
        } catch (IOException | RuntimeException e) {
          throw new DamagedStateException("a list in the state of a root task is damaged", e);
        }
      }
      return decoded;
    }

    void set(List<T> now) {
      decoded = now;
      stored = null;
    }

    void read(PackedReader in) {
      ByteBuffer bytes = in.slice(in.fixedInt());
      stored = bytes.hasRemaining() ? bytes : null;
    }

    void write(ByteEncoder out) throws IOException {
      out.writeFixedInt(0);
      int begin = out.size();
      if (stored != null) {
        out.writeFixed(stored.array(), stored.arrayOffset(), stored.remaining());
      } else if (!decoded.isEmpty()) {
        codec.write(decoded, out);
      }
      out.replaceFixedInt(begin - Integer.BYTES, out.size() - begin);
    }
  }

  private static final class Codec implements PartCodec<StoredRoot> {

    @Override
    public void write(StoredRoot root, ByteEncoder out) throws IOException {
      out.writeByte((root.isBlocked ? BLOCKED : 0) | (root.newestSignalAt == null ? 0 : SIGNAL_AT));
      out.writeInt(root.loopCount);
      out.writeInt(root.shadowCount);
      out.writeLong(root.epoch);
      out.writeLong(root.cleared);
      out.writeLong(root.newestSignalAt == null ? 0 : root.newestSignalAt);
      out.writeFixedLong(root.resetAt);
      out.writeFixedLong(root.clearedAt);
      root.loops.write(out);
      root.shadowLoops.write(out);
      root.results.write(out);
      root.ladder.write(out);
      root.answered.write(out);
      root.partitions.write(out);
    }

    @Override
    public StoredRoot read(ByteBuffer bytes) {
      PackedReader in = new PackedReader(bytes);
      StoredRoot root = new StoredRoot();
      int flags = in.nextByte();
      root.isBlocked = (flags & BLOCKED) != 0;
      root.loopCount = (int) in.number();
      root.shadowCount = (int) in.number();
      root.epoch = in.number();
      root.cleared = in.number();
      long newestSignalAt = in.number();
      root.newestSignalAt = (flags & SIGNAL_AT) == 0 ? null : (Long) newestSignalAt;
      root.resetAt = in.fixed();
      root.clearedAt = in.fixed();
      root.loops.read(in);
      root.shadowLoops.read(in);
      root.results.read(in);
      root.ladder.read(in);
      root.answered.read(in);
      root.partitions.read(in);
      return root;
    }
  }

  /** A loop: its event time and the hash of its task, 8 bytes each; every event reads some. */
  private static final class LoopCodec implements PartCodec<CountedLoop> {

    @Override
    public void write(CountedLoop loop, ByteEncoder out) {
      out.writeFixedLong(loop.getAt());
      out.writeFixedLong(loop.getTask());
    }

    @Override
    public CountedLoop read(ByteBuffer bytes) {
      PackedReader in = new PackedReader(bytes);
      return new CountedLoop(in.fixed(), in.fixed());
    }
  }

  /** A number of variable length. */
  private static final class NumberCodec implements PartCodec<Integer> {

    @Override
    public void write(Integer number, ByteEncoder out) {
      out.writeInt(number);
    }

    @Override
    public Integer read(ByteBuffer bytes) {
      return (int) new PackedReader(bytes).number();
    }
  }
}
