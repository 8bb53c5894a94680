package dev.eddyline.notifier;

import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.topology.GroupClients;
import dev.eddyline.work.RestartingThread;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.SerializationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that reads changes of gates and has them delivered to one target. It commits what is
 * delivered: after a crash the rest is delivered again, under the same ids.
 */
final class TargetWorker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(TargetWorker.class);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration STEP_TIMEOUT = TargetHttp.TIMEOUT.multipliedBy(2);

  private final NotifierTarget target;
  private final String topic;
  private final Supplier<Consumer<String, byte[]>> consumers;
  private final AvroDeserializer<GateTrigger> changes;
  private final Function<GateTrigger, Notification> notifications;
  private final UndeliveredPublisher deadLetters;
  private final Function<java.util.function.Consumer<Delivery>, GateQueues> queuesOf;
  private final RestartingThread thread;
  private volatile boolean isReading;
  private volatile int waiting;

  TargetWorker(
      NotifierTarget target,
      String topic,
      Supplier<Consumer<String, byte[]>> consumers,
      AvroDeserializer<GateTrigger> changes,
      Function<GateTrigger, Notification> notifications,
      UndeliveredPublisher deadLetters,
      Function<java.util.function.Consumer<Delivery>, GateQueues> queuesOf) {
    this.target = target;
    this.topic = topic;
    this.consumers = consumers;
    this.changes = changes;
    this.notifications = notifications;
    this.deadLetters = deadLetters;
    this.queuesOf = queuesOf;
    thread =
        new RestartingThread(
            "notifier-" + target.name(),
            it -> run(),
            this::recordFailureBeforeRetry,
            STEP_TIMEOUT,
            GroupClients.LIMIT);
  }

  void start() {
    thread.start();
  }

  NotifierTarget target() {
    return target;
  }

  /** Number of notifications that wait for their delivery. */
  int waiting() {
    return waiting;
  }

  /** Whether it has partitions or waits for them, without a failure of Kafka. */
  boolean isReading() {
    return isReading;
  }

  /** Calls the listener when an error ends the worker; call before the start. */
  void onError(java.util.function.Consumer<Throwable> listener) {
    thread.withUncaughtErrorListener(listener);
  }

  private void run() {
    DeliveredOffsets offsets = new DeliveredOffsets();
    try (GateQueues queues =
            queuesOf.apply(done -> offsets.end(done.partition(), done.record().offset()));
        Consumer<String, byte[]> consumer = consumers.get()) {
      consumer.subscribe(List.of(topic), new Rebalances(consumer, offsets, queues));
      thread.repeatUntilClosed(() -> step(consumer, offsets, queues));
    } finally {
      isReading = false;
    }
  }

  private void step(
      Consumer<String, byte[]> consumer, DeliveredOffsets offsets, GateQueues queues) {
    if (queues.isFull()) {
      consumer.pause(consumer.assignment());
    } else {
      consumer.resume(consumer.paused());
    }
    for (ConsumerRecord<String, byte[]> record : consumer.poll(POLL)) {
      offsets.begin(new TopicPartition(record.topic(), record.partition()), record.offset());
      accept(record, offsets, queues);
    }
    commit(consumer, offsets);
    waiting = queues.size();
    isReading = true;
    thread.resetRetryBackoff();
  }

  private void accept(
      ConsumerRecord<String, byte[]> record, DeliveredOffsets offsets, GateQueues queues) {
    GateTrigger change = null;
    try {
      change = changes.deserialize(record.topic(), record.value());
    } catch (SerializationException unreadable) {
      LOG.atError()
          .addKeyValue("topic", record.topic())
          .addKeyValue("partition", record.partition())
          .addKeyValue("offset", record.offset())
          .addKeyValue("reason", unreadable.getMessage())
          .log("unreadable gate trigger: dead-lettered");
      // the thread retries if Kafka does not accept it
      deadLetters.publishUnreadable(record, unreadable.getMessage()).join();
    }
    if (change == null || !target.wants(change)) {
      offsets.end(new TopicPartition(record.topic(), record.partition()), record.offset());
    } else {
      queues.add(new Delivery(record, notifications.apply(change)));
    }
  }

  private static void commit(Consumer<String, byte[]> consumer, DeliveredOffsets offsets) {
    Map<TopicPartition, OffsetAndMetadata> committable = offsets.committable();
    if (!committable.isEmpty()) {
      consumer.commitSync(committable);
      offsets.committed(committable);
    }
  }

  private void recordFailureBeforeRetry(RuntimeException reason, long retryMillis) {
    isReading = false;
    LOG.atWarn()
        .addKeyValue("target", target.name())
        .addKeyValue("retry_ms", retryMillis)
        .addKeyValue("reason", reason.getMessage())
        .log("notifications delayed: Kafka failed, retrying");
  }

  /** Ends the deliveries of partitions before another notifier reads them. */
  private record Rebalances(
      Consumer<String, byte[]> consumer, DeliveredOffsets offsets, GateQueues queues)
      implements ConsumerRebalanceListener {

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {}

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      queues.drop(partitions);
      commit(consumer, offsets);
      offsets.remove(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      queues.drop(partitions);
      offsets.remove(partitions);
    }
  }

  /** Ends after the requests that are under way. */
  @Override
  public void close() {
    thread.close();
  }
}
