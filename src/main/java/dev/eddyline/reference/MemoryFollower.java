package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.memory.LoopMemoryIndex;
import dev.eddyline.memory.LoopSimilarity;
import dev.eddyline.memory.RemedyLookup;
import dev.eddyline.metrics.Metric;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Follows loop-memory. Nothing blocks on it: until it has read the topic, and while it cannot, the
 * cases read so far are used.
 */
public final class MemoryFollower implements Supplier<RemedyLookup>, AutoCloseable {

  /** Names the topic's group and thread. */
  static final String WHAT = "memory";

  /** Shortest interval between two rounds of loop comparisons. */
  static final Duration EVERY = Duration.ofMillis(250);

  /**
   * Most time for comparisons in an interval, so that after a start event processing has enough
   * CPU.
   */
  private static final Duration SHARE = Duration.ofMillis(25);

  private final MemoryRecords records;
  private final LoopSimilarity likeness;
  private final LoopMemoryIndex book;
  private final LongSupplier nanos;
  private final ReferenceFollower follower;
  private volatile RemedyLookup recall = RemedyLookup.EMPTY;
  private volatile int cases;

  /**
   * A follower that is not started yet.
   *
   * @param nanos a monotonic clock, nanoseconds
   */
  MemoryFollower(
      MemoryRecords records,
      LoopSimilarity likeness,
      LongSupplier nanos,
      Function<ReferenceFollower.Reader, ReferenceFollower> follower) {
    this.records = records;
    this.likeness = likeness;
    this.nanos = nanos;
    book = new LoopMemoryIndex(likeness);
    this.follower = follower.apply(new Taker());
  }

  /**
   * A follower that is not started yet.
   *
   * @param registry closed by the caller
   * @param likeness compares loops; pending comparisons run on the follower's thread
   */
  public static MemoryFollower of(
      Settings settings,
      TopicCatalogue topics,
      SchemaRegistry registry,
      Metrics metrics,
      LoopSimilarity likeness) {
    MemoryFollower made =
        new MemoryFollower(
            new MemoryRecords(registry),
            likeness,
            System::nanoTime,
            reader ->
                ReferenceFollower.of(
                    WHAT, TopicRole.LOOP_MEMORY, settings, topics, reader, metrics));
    metrics.show(Metric.MEMORY_CASES, () -> made.cases);
    return made;
  }

  /** Before the start: sets the handler of an error that ends the thread. */
  public void whenItEndsByItself(Consumer<Throwable> told) {
    follower.whenItEndsByItself(told);
  }

  /** Starts reading. */
  public void start() {
    follower.start(null);
  }

  /** The current loop memory. */
  @Override
  public RemedyLookup get() {
    return recall;
  }

  /** Ends reading; the current loop memory remains. */
  @Override
  public void close() {
    follower.close();
  }

  private final class Taker implements ReferenceFollower.Reader {

    private long foundOutAt = nanos.getAsLong() - EVERY.toNanos();

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
      MemoryRecords.Case told = records.read(record);
      book.applyRecord(told.key(), told.memory());
    }

    @Override
    public void refused(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
      // published as a dead letter; the earlier case of the key stays
    }

    @Override
    public void taken() {
      recall = book.snapshot();
      cases = book.size();
      long now = nanos.getAsLong();
      if (now - foundOutAt >= EVERY.toNanos()) {
        foundOutAt = now;
        likeness.resolveMeanings(SHARE);
      }
    }
  }
}
