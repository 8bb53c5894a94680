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
  interface RecordHandler {

    /**
     * Handles the next record.
     *
     * @throws RegistryUnavailableException when it is to be read again later; any other exception
     *     rejects the record
     */
    void accept(ConsumerRecord<byte[], byte[]> record);

    /** Called when the last record was rejected. */
    void onRecordRejected(ConsumerRecord<byte[], byte[]> record, Throwable reason);

    /** Called at the end of each batch: accepted records may take effect. */
    void onBatchEnd();
  }

  private static final Logger LOG = LoggerFactory.getLogger(ReferenceFollower.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration CLEAN_CLOSE_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration FORCED_CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final TopicPartition partition;
  private final RecordHandler recordHandler;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final PendingDeadLetters pendingDeadLetters;
  private final ReferenceMeters meters;
  private final RestartingThread thread;
  private Runnable whenRead;
  private long lastHandledOffset = -1;

  /**
   * A follower that is not started yet.
   *
   * @param topicKind a plural for the records, the thread's name
   */
  ReferenceFollower(
      String topicKind,
      TopicPartition partition,
      RecordHandler handler,
      Supplier<Consumer<byte[], byte[]>> consumers,
      DeadLetterPublisher deadLetters,
      ReferenceMeters meters) {
    this.partition = partition;
    this.recordHandler = handler;
    this.consumers = consumers;
    this.meters = meters;
    pendingDeadLetters = new PendingDeadLetters(deadLetters, meters);
    thread =
        new RestartingThread(
            topicKind,
            it -> run(),
            this::logReadingFailure,
            CLEAN_CLOSE_TIMEOUT,
            FORCED_CLOSE_TIMEOUT);
  }

  /**
   * A follower of a reference topic in the cluster of the settings.
   *
   * @param topicKind a plural for the records, such as policies: part of the group's name
   */
  static ReferenceFollower of(
      String topicKind,
      TopicRole role,
      Settings settings,
      TopicCatalogue topics,
      RecordHandler handler,
      Metrics metrics) {
    TopicPartition partition = new TopicPartition(topics.name(role), 0);
    var dead = topics.topic(TopicRole.AGENT_EVENTS_DLQ);
    ReferenceClients clients = new ReferenceClients(settings, topicKind, dead.maxMessageBytes());
    DeadLetterPublisher deadLetters =
        new DeadLetterPublisher(
            dead.name(),
            partition,
            clients.groupName(),
            clients::producer,
            () -> clients.committedOffset(partition));
    ReferenceMeters meters = ReferenceMeters.of(role, metrics);
    return new ReferenceFollower(
        topicKind, partition, handler, clients::consumer, deadLetters, meters);
  }

  /** Before the start: sets the handler of an error that ends the thread. */
  void setFailureHandler(java.util.function.Consumer<Throwable> handler) {
    thread.withUncaughtErrorListener(handler);
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

  private void logReadingFailure(RuntimeException reason, long retryMillis) {
    meters.readingFailures().increment();
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
    if (end <= lastHandledOffset) {
      LOG.atError()
          .addKeyValue("topic", partition.topic())
          .addKeyValue("end", end)
          .addKeyValue("read_before", lastHandledOffset)
          .log("topic created again: its records are ignored until it has grown past the old end");
    }
    thread.repeatUntilClosed(() -> pollOnce(consumer, end));
  }

  private void pollOnce(Consumer<byte[], byte[]> consumer, long end) {
    if (pendingDeadLetters.isFull()) {
      thread.pause(POLL.toMillis());
    } else {
      passToHandler(consumer.poll(POLL));
      thread.resetRetryBackoff();
    }
    if (whenRead != null && consumer.position(partition) >= end) {
      whenRead.run();
      whenRead = null;
    }
    pendingDeadLetters.publishDueRecords();
  }

  private void passToHandler(Iterable<ConsumerRecord<byte[], byte[]>> batch) {
    try {
      for (ConsumerRecord<byte[], byte[]> record : batch) {
        if (record.offset() > lastHandledOffset) {
          passToHandler(record);
          lastHandledOffset = record.offset();
        }
      }
    } finally {
      recordHandler.onBatchEnd();
    }
  }

  private void passToHandler(ConsumerRecord<byte[], byte[]> record) {
    try {
      recordHandler.accept(record);
      meters.acceptedRecords().increment();
    } catch (RegistryUnavailableException notTheRecord) {
      throw notTheRecord;
    } catch (RuntimeException | StackOverflowError failure) {
      pendingDeadLetters.add(record, failure);
      recordHandler.onRecordRejected(record, failure);
    }
  }

  /** Ends reading. */
  @Override
  public void close() {
    thread.close();
  }
}
