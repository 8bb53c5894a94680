package dev.eddyline.reference;

import dev.eddyline.config.Settings;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySnapshot;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.policy.PublishedPolicy;
import dev.eddyline.registry.Backoff;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads loop-policies, from its beginning and then as it grows, on a thread of its own. What goes
 * wrong is tried again; the newest good snapshot stays as long as it takes.
 */
public final class PolicyFollower implements PolicySource, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PolicyFollower.class);
  private static final Duration POLL = Duration.ofMillis(250);
  private static final Duration CLEAN_CLOSE = Duration.ofSeconds(1);
  private static final Duration FORCED_CLOSE = Duration.ofSeconds(5);

  private final TopicPartition partition;
  private final PolicyRecords records;
  private final Supplier<Consumer<byte[], byte[]>> consumers;
  private final Refusals refusals;
  private final PolicyMeters meters;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "policies");
  private final PolicyHistory history = new PolicyHistory();
  private volatile PolicySnapshot snapshot;
  private Runnable whenRead;
  private Backoff backoff = newBackoff();
  private long last = -1;

  PolicyFollower(
      Policies configured,
      TopicPartition partition,
      PolicyRecords records,
      Supplier<Consumer<byte[], byte[]>> consumers,
      DeadLetters letters,
      Metrics metrics) {
    snapshot = PolicySnapshot.of(configured);
    this.partition = partition;
    this.records = records;
    this.consumers = consumers;
    this.meters = new PolicyMeters(metrics);
    refusals = new Refusals(letters, this.meters);
  }

  /** A follower that stands still until it is started; the registry stays the caller's to close. */
  public static PolicyFollower of(
      Policies configured,
      Settings settings,
      TopicCatalogue topics,
      SchemaRegistry registry,
      Metrics metrics) {
    TopicPartition partition = new TopicPartition(topics.name(TopicRole.LOOP_POLICIES), 0);
    var dead = topics.topic(TopicRole.AGENT_EVENTS_DLQ);
    PolicyClients clients = new PolicyClients(settings, dead.maxMessageBytes());
    DeadLetters letters =
        new DeadLetters(
            dead.name(),
            partition,
            clients.name(),
            clients::producer,
            () -> clients.committed(partition));
    return new PolicyFollower(
        configured, partition, new PolicyRecords(registry), clients::consumer, letters, metrics);
  }

  /** Starts to read; what is to be done once all that is there now has been read is done once. */
  public void start(Runnable whenRead) {
    this.whenRead = whenRead;
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public PolicySnapshot current() {
    return snapshot;
  }

  /** When what is published was, and what was refused lately. */
  public PolicyHistory history() {
    return history;
  }

  private void run() {
    while (!isClosed()) {
      Consumer<byte[], byte[]> consumer = null;
      try {
        consumer = consumers.get();
        follow(consumer);
      } catch (RuntimeException failed) {
        if (!isClosed()) {
          meters.readingFailed.increment();
          long pause = backoff.nextMillis();
          LOG.atWarn()
              .addKeyValue("topic", partition.topic())
              .addKeyValue("retry_ms", pause)
              .setCause(failed instanceof KafkaException ? null : failed)
              .addKeyValue("reason", failed.toString())
              .log("policies cannot be read now; those that were read stay in force");
          pause(pause);
        }
      } finally {
        // of an interrupt only the end of waiting is wanted
        Thread.interrupted();
        if (consumer != null) {
          consumer.close(CloseOptions.timeout(Duration.ZERO));
        }
      }
    }
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
          .log("the topic was made anew: its policies are older than those in use, until it grows");
    }
    while (!isClosed()) {
      if (refusals.isFull()) {
        pause(POLL.toMillis());
      } else {
        take(consumer.poll(POLL));
        backoff = newBackoff();
      }
      if (whenRead != null && consumer.position(partition) >= end) {
        whenRead.run();
        whenRead = null;
      }
      refusals.tell();
    }
  }

  private void take(Iterable<ConsumerRecord<byte[], byte[]>> batch) {
    List<PublishedPolicy> changes = new ArrayList<>();
    try {
      for (ConsumerRecord<byte[], byte[]> record : batch) {
        if (record.offset() > last) {
          take(record, changes);
          last = record.offset();
        }
      }
    } finally {
      snapshot = snapshot.with(changes);
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record, List<PublishedPolicy> changes) {
    try {
      PublishedPolicy change = records.read(record);
      changes.add(change);
      history.taken(change.workflow(), record.timestamp());
      meters.taken.increment();
      LOG.atInfo()
          .addKeyValue("workflow", change.workflow())
          .addKeyValue("policy", change.policy().map(policy -> policy.name()).orElse("configured"))
          .addKeyValue("version", change.policy().map(policy -> policy.version()).orElse(""))
          .addKeyValue("offset", change.offset())
          .log("policy read");
    } catch (RegistryUnavailableException notTheRecord) {
      throw notTheRecord;
    } catch (RuntimeException | StackOverflowError bad) {
      refusals.add(record, bad);
      history.refused(record, bad);
    }
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  private void pause(long millis) {
    try {
      closed.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException end) {
      // only close() interrupts
    }
  }

  private static Backoff newBackoff() {
    return new Backoff(ThreadLocalRandom.current());
  }

  /** Ends the reading; the snapshot stays as it is. */
  @Override
  public void close() {
    closed.countDown();
    try {
      thread.join(CLEAN_CLOSE.toMillis());
      // waits for a broker or the registry
      thread.interrupt();
      thread.join(FORCED_CLOSE.toMillis());
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }
}
