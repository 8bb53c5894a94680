package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.memory.LoopLikeness;
import dev.eddyline.memory.MemoryBook;
import dev.eddyline.memory.Recall;
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
 * Follows loop-memory. Nothing waits for it: until it has read the topic, and while it cannot, what
 * it had read by then is remembered.
 */
public final class MemoryFollower implements Supplier<Recall>, AutoCloseable {

  /** What is read, as its group and thread are named. */
  static final String WHAT = "memory";

  /** How often more is found out, at most. */
  static final Duration EVERY = Duration.ofMillis(250);

  /** Of that time: after a start the threads that take events keep their cores. */
  private static final Duration SHARE = Duration.ofMillis(25);

  private final MemoryRecords records;
  private final LoopLikeness likeness;
  private final MemoryBook book;
  private final LongSupplier nanos;
  private final ReferenceFollower follower;
  private volatile Recall recall = Recall.NOTHING;
  private volatile int cases;

  /**
   * A follower that stands still until it is started.
   *
   * @param nanos a clock that only goes forward, nanoseconds
   */
  MemoryFollower(
      MemoryRecords records,
      LoopLikeness likeness,
      LongSupplier nanos,
      Function<ReferenceFollower.Reader, ReferenceFollower> follower) {
    this.records = records;
    this.likeness = likeness;
    this.nanos = nanos;
    book = new MemoryBook(likeness);
    this.follower = follower.apply(new Taker());
  }

  /**
   * A follower that stands still until it is started.
   *
   * @param registry stays the caller's to close
   * @param likeness how loops are compared; what it has to find out is done beside the reading
   */
  public static MemoryFollower of(
      Settings settings,
      TopicCatalogue topics,
      SchemaRegistry registry,
      Metrics metrics,
      LoopLikeness likeness) {
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

  /** Before its start: who is told when an error ended the reading. */
  public void whenItEndsByItself(Consumer<Throwable> told) {
    follower.whenItEndsByItself(told);
  }

  /** Starts to read. */
  public void start() {
    follower.start(null);
  }

  /** What is remembered now. */
  @Override
  public Recall get() {
    return recall;
  }

  /** Ends the reading; what is remembered stays as it is. */
  @Override
  public void close() {
    follower.close();
  }

  private final class Taker implements ReferenceFollower.Reader {

    private long foundOutAt = nanos.getAsLong() - EVERY.toNanos();

    @Override
    public void take(ConsumerRecord<byte[], byte[]> record) {
      MemoryRecords.Case told = records.read(record);
      book.take(told.key(), told.memory());
    }

    @Override
    public void refused(ConsumerRecord<byte[], byte[]> record, Throwable reason) {
      // told among the dead letters; what its key said before stays
    }

    @Override
    public void taken() {
      recall = book.recall();
      cases = book.size();
      long now = nanos.getAsLong();
      if (now - foundOutAt >= EVERY.toNanos()) {
        foundOutAt = now;
        likeness.findOut(SHARE);
      }
    }
  }
}
