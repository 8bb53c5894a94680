package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.work.RestartingThread;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a topic of one partition from its beginning and follows it, on a thread of its own.
 * Failures are retried; invalid records are dead-lettered.
 */
final class ReferenceFollower implements AutoCloseable {

  /** Handles the records on the follower's thread. */
  interface Reader {

    /**
     * Handles the next record.
     *
     * @throws RegistryUnavailableException when it is to be read again later; any other exception
     *     rejects the record
     */
    void take(ConsumerRecord<byte[], byte[]> record);

    /** Called when the last record was rejected. */
    void refused(ConsumerRecord<byte[], byte[]> record, Throwable reason);

    /** Called at the end of each batch: accepted records may take effect. */
    void taken();
  }

  private static final Logger LOG = LoggerFactory.getLogger(ReferenceFollower.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration CLEAN_CLOSE = Duration.ofSeconds(1);
  private static final Duration FORCED_CLOSE = Duration.ofSeconds(5);

  private final TopicPartition partition;
  private final Reader reader;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Refusals refusals;
  private final ReferenceMeters meters;
  private final RestartingThread thread;
  private Runnable whenRead;
  private long last = -1;

  /**
   * A follower that is not started yet.
   *
   * @param what a plural for the records, the thread's name
   */
  ReferenceFollower(
      String what,
      TopicPartition partition,
      Reader reader,
      Supplier<Consumer<byte[], byte[]>> consumers,
      DeadLetters letters,
      ReferenceMeters meters) {
    this.partition = partition;
    this.reader = reader;
    this.consumers = consumers;
    this.meters = meters;
    refusals = new Refusals(letters, meters);
    thread = new RestartingThread(what, it -> run(), this::failed, CLEAN_CLOSE, FORCED_CLOSE);
  }

  /**
   * A follower of a reference topic in the cluster of the settings.
   *
   * @param what a plural for the records, such as policies: part of the group's name
   */
  static ReferenceFollower of(
      String what,
      TopicRole role,
      Settings settings,
      TopicCatalogue topics,
      Reader reader,
      Metrics metrics) {
    TopicPartition partition = new TopicPartition(topics.name(role), 0);
    var dead = topics.topic(TopicRole.AGENT_EVENTS_DLQ);
    ReferenceClients clients = new ReferenceClients(settings, what, dead.maxMessageBytes());
    DeadLetters letters =
        new DeadLetters(
            dead.name(),
            partition,
            clients.name(),
            clients::producer,
            () -> clients.committed(partition));
    ReferenceMeters meters = ReferenceMeters.of(role, metrics);
    return new ReferenceFollower(what, partition, reader, clients::consumer, letters, meters);
  }

  /** Before the start: sets the handler of an error that ends the thread. */
  void whenItEndsByItself(java.util.function.Consumer<Throwable> told) {
    thread.onUncaughtError(told);
  }

  /** Starts reading; the callback runs once, when all existing records are read; null for none. */
  void start(Runnable whenRead) {
    this.whenRead = whenRead;
    thread.start();
  }

  private void run() {
    Consumer<byte[], byte[]> consumer = consumers.get();
    try {
      follow(consumer);
    } finally {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
  }

  private void failed(RuntimeException reason, long retryMillis) {
    meters.readingFailed().increment();
    LOG.atWarn()
        .addKeyValue("topic", partition.topic())
        .addKeyValue("retry_ms", retryMillis)
        .setCause(reason instanceof KafkaException ? null : reason)
        .addKeyValue("reason", reason.toString())
        .log("topic not readable: earlier records stay in force, retrying");
  }

  private void follow(Consumer<byte[], byte[]> consumer) {
    List<TopicPartition> only = List.of(partition);
    consumer.assign(only);
    consumer.seekToBeginning(only);
    long end = consumer.endOffsets(only).get(partition);
    if (end <= last) {
      LOG.atError()
          .addKeyValue("topic", partition.topic())
          .addKeyValue("end", end)
          .addKeyValue("read_before", last)
          .log("topic created again: its records are ignored until it has grown past the old end");
    }
    thread.repeatUntilClosed(() -> step(consumer, end));
  }

  private void step(Consumer<byte[], byte[]> consumer, long end) {
    if (refusals.isFull()) {
      thread.pause(POLL.toMillis());
    } else {
      take(consumer.poll(POLL));
      thread.resetBackoff();
    }
    if (whenRead != null && consumer.position(partition) >= end) {
      whenRead.run();
      whenRead = null;
    }
    refusals.tell();
  }

  private void take(Iterable<ConsumerRecord<byte[], byte[]>> batch) {
    try {
      for (ConsumerRecord<byte[], byte[]> record : batch) {
        if (record.offset() > last) {
          take(record);
          last = record.offset();
        }
      }
    } finally {
      reader.taken();
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      reader.take(record);
      meters.taken().increment();
    } catch (RegistryUnavailableException notTheRecord) {
      throw notTheRecord;
    } catch (RuntimeException | StackOverflowError bad) {
      refusals.add(record, bad);
      reader.refused(record, bad);
    }
  }

  /** Ends reading. */
  @Override
  public void close() {
    thread.close();
  }
}
