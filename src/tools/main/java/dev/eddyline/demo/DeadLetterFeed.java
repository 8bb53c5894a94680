package dev.eddyline.demo;

import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.work.RestartingThread;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the dead-letter topic, committed records only, on a thread of its own. */
final class DeadLetterFeed implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(DeadLetterFeed.class);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

  private final String bootstrap;
  private final String topic;
  private final Consumer<ConsumerRecord<byte[], byte[]>> receiver;
  private final RestartingThread thread =
      new RestartingThread("dead-letter-feed", it -> run(), this::failed, CLOSE_LIMIT, CLOSE_LIMIT);
  private volatile Map<TopicPartition, Long> positions = Map.of();

  /** Starts to read from the beginning; passes each dead-lettered record to the receiver. */
  DeadLetterFeed(
      String bootstrap, TopicCatalogue topics, Consumer<ConsumerRecord<byte[], byte[]>> receiver) {
    this.bootstrap = bootstrap;
    this.topic = topics.name(TopicRole.AGENT_EVENTS_DLQ);
    this.receiver = receiver;
    thread.start();
  }

  private void run() {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      positions.forEach(consumer::seek);
      thread.repeatUntilClosed(() -> poll(consumer, partitions));
    }
  }

  private void poll(KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
    consumer.poll(POLL).forEach(receiver);
    Map<TopicPartition, Long> now = new HashMap<>();
    partitions.forEach(partition -> now.put(partition, consumer.position(partition)));
    positions = now;
    thread.resetRetryBackoff();
  }

  private void failed(RuntimeException reason, long retryMillis) {
    LOG.atWarn()
        .addKeyValue("retry_ms", retryMillis)
        .addKeyValue("reason", reason.toString())
        .log("dead-letter topic unavailable");
  }

  /** The next offset to read, by partition. */
  Map<TopicPartition, Long> positions() {
    return positions;
  }

  /** Stops reading. */
  @Override
  public void close() {
    thread.close();
  }
}
