package dev.eddyline.engine;

import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.schema.KnownRoot;
import dev.eddyline.schema.RootHold;
import dev.eddyline.state.AvroCodec;
import dev.eddyline.state.TaskState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Stores in maps, whose values are bytes: what is read shares nothing with what was written. */
public final class InMemoryStores implements PartitionStores {

  /** Between the kind of a history and its owner's id. */
  private static final char KIND_SEPARATOR = '/';

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

  private final Map<String, byte[]> tasks = new HashMap<>();
  private final Map<String, Stored<?>> histories = new HashMap<>();
  private final Map<String, Stored<RootHold>> blocks = new HashMap<>();
  private final Map<String, Stored<KnownRoot>> roots = new HashMap<>();
  private final List<Runnable> deferredWrites = new ArrayList<>();
  private final Supplier<RemedyLookup> remedies;
  private OptionalLong firstStart = OptionalLong.empty();

  /** Empty stores without a loop memory. */
  public InMemoryStores() {
    this(() -> RemedyLookup.EMPTY);
  }

  /** Empty stores with a loop memory. */
  public InMemoryStores(Supplier<RemedyLookup> remedies) {
    this.remedies = remedies;
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

  @Override
  public @Nullable TaskState taskState(String taskId) {
    byte[] stored = tasks.get(taskId);
    return stored == null ? null : TaskState.of(stored);
  }

  @Override
  public void taskState(String taskId, TaskState state) {
    byte[] record = state.toBytes();
    deferredWrites.add(() -> tasks.put(taskId, record));
  }

  @Override
  public <H extends SpecificRecord> @Nullable H history(String taskId, InStore<H> place) {
    Stored<?> stored = histories.get(key(place, taskId));
    return stored == null ? null : place.type().cast(stored.decode());
  }

  @Override
  public <H extends SpecificRecord> void history(String taskId, InStore<H> place, H history) {
    deferredWrites.add(() -> histories.put(key(place, taskId), Stored.of(place.type(), history)));
  }

  private static String key(InStore<?> place, String owner) {
    return place.kind() + KIND_SEPARATOR + owner;
  }

  @Override
  public @Nullable RootHold rootBlock(String rootTaskId) {
    Stored<RootHold> stored = blocks.get(rootTaskId);
    return stored == null ? null : stored.decode();
  }

  @Override
  public void rootBlock(String rootTaskId, @Nullable RootHold block) {
    deferredWrites.add(
        () -> {
          if (block == null) {
            blocks.remove(rootTaskId);
          } else {
            blocks.put(rootTaskId, Stored.of(RootHold.class, block));
          }
        });
  }

  @Override
  public @Nullable KnownRoot knownRoot(String rootTaskId) {
    Stored<KnownRoot> stored = roots.get(rootTaskId);
    return stored == null ? null : stored.decode();
  }

  @Override
  public void knownRoot(String rootTaskId, KnownRoot root) {
    deferredWrites.add(() -> roots.put(rootTaskId, Stored.of(KnownRoot.class, root)));
  }

  @Override
  public <H extends SpecificRecord> void updateAllHistories(
      InStore<H> place, UnaryOperator<H> change) {
    deferredWrites.add(
        () ->
            histories.replaceAll(
                (key, stored) ->
                    key.startsWith(place.kind() + KIND_SEPARATOR)
                        ? ofType(place.type(), stored).changed(change)
                        : stored));
  }

  private static <H extends SpecificRecord> Stored<H> ofType(Class<H> type, Stored<?> stored) {
    return new Stored<>(AvroCodec.of(type), stored.bytes);
  }

  @Override
  public void updateAllRootBlocks(UnaryOperator<RootHold> change) {
    deferredWrites.add(() -> blocks.replaceAll((root, stored) -> stored.changed(change)));
  }

  @Override
  public void eraseTask(String key) {
    deferredWrites.add(
        () -> {
          tasks.remove(key);
          histories
              .keySet()
              .removeIf(place -> place.substring(place.indexOf(KIND_SEPARATOR) + 1).equals(key));
          blocks.remove(key);
          roots.remove(key);
        });
  }

  /** Size of all values as they are stored, in bytes. */
  public int totalSizeBytes() {
    return tasks.values().stream().mapToInt(state -> state.length).sum()
        + Stream.of(histories, blocks, roots)
            .flatMap(stored -> stored.values().stream())
            .mapToInt(Stored::sizeBytes)
            .sum();
  }

  /** All values as text. */
  @Override
  public String toString() {
    List<TaskState> states = tasks.values().stream().map(TaskState::of).toList();
    return List.of(tasks.keySet(), states, histories, blocks).toString();
  }
}
