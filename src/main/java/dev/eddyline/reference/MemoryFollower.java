package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.memory.MemoryBook;
import dev.eddyline.memory.Recall;
import dev.eddyline.memory.WordLikeness;
import dev.eddyline.metrics.Metric;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Follows loop-memory. Nothing waits for it: until it has read the topic, and while it cannot, what
 * it had read by then is remembered.
 */
public final class MemoryFollower implements Supplier<Recall>, AutoCloseable {

  /** What is read, as its group and thread are named. */
  static final String WHAT = "memory";

  private final MemoryRecords records;
  private final MemoryBook book = new MemoryBook(new WordLikeness());
  private final ReferenceFollower follower;
  private volatile Recall recall = Recall.NOTHING;
  private volatile int cases;

  MemoryFollower(
      MemoryRecords records, Function<ReferenceFollower.Reader, ReferenceFollower> follower) {
    this.records = records;
    this.follower = follower.apply(new Taker());
  }

  /** A follower that stands still until it is started; the registry stays the caller's to close. */
  public static MemoryFollower of(
      Settings settings, TopicCatalogue topics, SchemaRegistry registry, Metrics metrics) {
    MemoryFollower made =
        new MemoryFollower(
            new MemoryRecords(registry),
            reader ->
                ReferenceFollower.of(
                    WHAT, TopicRole.LOOP_MEMORY, settings, topics, reader, metrics));
    metrics.show(Metric.MEMORY_CASES, () -> made.cases);
    return made;
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
    }
  }
}
