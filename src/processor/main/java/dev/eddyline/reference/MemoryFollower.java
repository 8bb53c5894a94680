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
  static final String TOPIC_KIND = "memory";

  /** Shortest interval between two rounds of loop comparisons. */
  static final Duration LOOP_COMPARISON_INTERVAL = Duration.ofMillis(250);

  /**
   * Most time for comparisons in an interval, so that after a start event processing has enough
   * CPU.
   */
  static final Duration MAX_COMPARISON_TIME_PER_INTERVAL = Duration.ofMillis(25);

  private final MemoryRecords records;
  private final LoopSimilarity loopSimilarity;
  private final LoopMemoryIndex book;
  private final LongSupplier nanoClock;
  private final ReferenceFollower follower;
  private volatile RemedyLookup recall = RemedyLookup.EMPTY;
  private volatile int caseCount;

  /**
   * A follower that is not started yet.
   *
   * @param nanoClock a monotonic clock, nanoseconds
   */
  MemoryFollower(
      MemoryRecords records,
      LoopSimilarity likeness,
      LongSupplier nanoClock,
      Function<ReferenceFollower.RecordHandler, ReferenceFollower> follower) {
    this.records = records;
    this.loopSimilarity = likeness;
    this.nanoClock = nanoClock;
    book = new LoopMemoryIndex(likeness);
    this.follower = follower.apply(new MemoryReader());
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
    MemoryFollower created =
        new MemoryFollower(
            new MemoryRecords(registry),
            likeness,
            System::nanoTime,
            reader ->
                ReferenceFollower.of(
                    TOPIC_KIND, TopicRole.LOOP_MEMORY, settings, topics, reader, metrics));
    metrics.registerGauge(Metric.MEMORY_CASES, () -> created.caseCount);
    return created;
  }

  /** Before the start: sets the handler of an error that ends the thread. */
  public void setFailureHandler(Consumer<Throwable> failureHandler) {
    follower.setFailureHandler(failureHandler);
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

  private final class MemoryReader implements ReferenceFollower.RecordHandler {

    private long lastComparisonNanos = nanoClock.getAsLong() - LOOP_COMPARISON_INTERVAL.toNanos();

    @Override
    public void accept(ConsumerRecord<byte[], byte[]> record) {
      MemoryRecords.MemoryCase entry = records.read(record);
      book.applyLoopMemoryRecord(entry.key(), entry.memory());
    }

    @Override
    public void onRecordRejected(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
      // published as a dead letter; the earlier case of the key stays
    }

    @Override
    public void onBatchEnd() {
      recall = book.currentSnapshot();
      caseCount = book.size();
      long now = nanoClock.getAsLong();
      if (now - lastComparisonNanos >= LOOP_COMPARISON_INTERVAL.toNanos()) {
        lastComparisonNanos = now;
        long end = now + MAX_COMPARISON_TIME_PER_INTERVAL.toNanos();
        loopSimilarity.resolvePendingMeanings(() -> nanoClock.getAsLong() - end < 0);
      }
    }
  }
}
