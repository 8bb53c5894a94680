package dev.eddyline.engine;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.AvroCodec;
import dev.eddyline.state.TaskState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Stores in maps, whose values are bytes: what is read shares nothing with what was written. */
public final class InMemoryStores implements PartitionStores {

  /** A record as it is stored. */
  private static final class Stored<T extends SpecificRecord> {

    private final AvroCodec<T> codec;
    private final byte[] bytes;

    private Stored(AvroCodec<T> codec, byte[] bytes) {
      this.codec = codec;
      this.bytes = bytes;
    }

    static <T extends SpecificRecord> Stored<T> of(Class<T> type, T record) {
      return of(AvroCodec.of(type), record);
    }

    private static <T extends SpecificRecord> Stored<T> of(AvroCodec<T> codec, T record) {
      return new Stored<>(codec, codec.encode(record));
    }

    int sizeBytes() {
      return bytes.length;
    }

    T decode() {
      return codec.decode(bytes);
    }

    Stored<T> changed(UnaryOperator<T> change) {
      T after = change.apply(decode());
      return after == null ? this : of(codec, after);
    }

    @Override
    public String toString() {
      return decode().toString();
    }
  }

  /** All that is stored under the id of a task, a root or a session. */
  private static final class Entry {

    private final Map<String, Stored<?>> histories = new TreeMap<>();
    private byte @Nullable [] task;
    private @Nullable Stored<RootHold> block;
    private @Nullable Stored<KnownRoot> root;

    int sizeBytes() {
      return (task == null ? 0 : task.length)
          + Stream.concat(histories.values().stream(), Stream.of(block, root))
              .filter(Objects::nonNull)
              .mapToInt(Stored::sizeBytes)
              .sum();
    }

    @Override
    public String toString() {
      return Arrays.asList(task == null ? null : TaskState.of(task), histories, block).toString();
    }
  }

  private final Map<String, Entry> entries;
  private final List<Runnable> deferredWrites = new ArrayList<>();
  private final Supplier<RemedyLookup> remedies;
  private OptionalLong firstStart = OptionalLong.empty();

  /** Empty stores without a loop memory. */
  public InMemoryStores() {
    this(() -> RemedyLookup.EMPTY);
  }

  /** Empty stores with a loop memory. */
  public InMemoryStores(Supplier<RemedyLookup> remedies) {
    this(remedies, Integer.MAX_VALUE);
  }

  /**
   * Empty stores with a loop memory and a limit.
   *
   * @param maxIds most ids of tasks, roots and sessions, at least 1; what is stored under the least
   *     recently used one is evicted
   */
  public InMemoryStores(Supplier<RemedyLookup> remedies, int maxIds) {
    if (maxIds < 1) {
      throw new IllegalArgumentException("maxIds must be ≥ 1, was " + maxIds);
    }
    this.remedies = remedies;
    entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Entry> eldest) {
            return size() > maxIds;
          }
        };
  }

  /** Sets the time of the partition's first start. */
  public InMemoryStores startedAt(Instant time) {
    firstStart = OptionalLong.of(time.toEpochMilli());
    return this;
  }

  @Override
  public void beginInput(long storageTime) {
    deferredWrites.clear();
  }

  @Override
  public void applyWrites() {
    deferredWrites.forEach(Runnable::run);
    deferredWrites.clear();
  }

  @Override
  public OptionalLong firstStart() {
    return firstStart;
  }

  @Override
  public RemedyLookup remedyLookup() {
    return remedies.get();
  }

  /** What is stored under an id, for a write. */
  private Entry entry(String id) {
    return entries.computeIfAbsent(id, it -> new Entry());
  }

  private <V> @Nullable V read(String id, Function<Entry, @Nullable V> part) {
    Entry entry = entries.get(id);
    return entry == null ? null : part.apply(entry);
  }

  @Override
  public @Nullable TaskState taskState(String taskId) {
    byte[] stored = read(taskId, entry -> entry.task);
    return stored == null ? null : TaskState.of(stored);
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    byte[] record = state.toBytes();
    deferredWrites.add(() -> entry(taskId).task = record);
  }

  @Override
  public <H extends SpecificRecord> @Nullable H history(String taskId, InStore<H> place) {
    Stored<?> stored = read(taskId, entry -> entry.histories.get(place.kind()));
    return stored == null ? null : place.type().cast(stored.decode());
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> place, H history) {
    Stored<H> record = Stored.of(place.type(), history);
    deferredWrites.add(() -> entry(taskId).histories.put(place.kind(), record));
  }

  @Override
  public @Nullable RootHold rootBlock(String rootTaskId) {
    Stored<RootHold> stored = read(rootTaskId, entry -> entry.block);
    return stored == null ? null : stored.decode();
  }

  @Override
  public void rootBlock(String rootTaskId, @Nullable RootHold block) {
    if (block == null) {
      deferredWrites.add(() -> removeBlock(rootTaskId));
    } else {
      Stored<RootHold> record = Stored.of(RootHold.class, block);
      deferredWrites.add(() -> entry(rootTaskId).block = record);
    }
  }

  private void removeBlock(String rootTaskId) {
    Entry entry = entries.get(rootTaskId);
    if (entry != null) {
      entry.block = null;
    }
  }

  @Override
  public @Nullable KnownRoot knownRoot(String rootTaskId) {
    Stored<KnownRoot> stored = read(rootTaskId, entry -> entry.root);
    return stored == null ? null : stored.decode();
  }

  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    Stored<KnownRoot> record = Stored.of(KnownRoot.class, root);
    deferredWrites.add(() -> entry(rootTaskId).root = record);
  }

  @Override
  public <H extends SpecificRecord> void updateAllHistories(
      InStore<H> place, UnaryOperator<H> change) {
    deferredWrites.add(
        () ->
            entries
                .values()
                .forEach(
                    entry ->
                        entry.histories.computeIfPresent(
                            place.kind(),
                            (kind, stored) -> ofType(place.type(), stored).changed(change))));
  }

  private static <H extends SpecificRecord> Stored<H> ofType(Class<H> type, Stored<?> stored) {
    return new Stored<>(AvroCodec.of(type), stored.bytes);
  }

  @Override
  public void updateAllRootBlocks(UnaryOperator<RootHold> change) {
    deferredWrites.add(
        () ->
            entries.values().stream()
                .filter(entry -> entry.block != null)
                .forEach(entry -> entry.block = entry.block.changed(change)));
  }

  @Override
  public void eraseTask(String key) {
    deferredWrites.add(() -> entries.remove(key));
  }

  /** Number of ids that something is stored under. */
  public int size() {
    return entries.size();
  }

  /** Size of all values as they are stored, in bytes. */
  public int totalSizeBytes() {
    return entries.values().stream().mapToInt(Entry::sizeBytes).sum();
  }

  /** All values as text, by id. */
  @Override
  public String toString() {
    return new TreeMap<>(entries).toString();
  }
}
