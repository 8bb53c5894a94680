package dev.eddyline.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads the committed records of topics, up to the current end offsets. */
final class Committed {

  private static final Duration POLL = Duration.ofMillis(200);

  private Committed() {}

  /** A read_committed consumer without an assignment. */
  static KafkaConsumer<byte[], byte[]> consumer(String bootstrap) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
            ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false",
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "100"),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /** Passes on the records from these offsets. */
  static void read(
      String bootstrap,
      Map<TopicPartition, Long> from,
      Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(bootstrap)) {
      consumer.assign(from.keySet());
      from.forEach(consumer::seek);
      Map<TopicPartition, Long> ends = consumer.endOffsets(from.keySet());
      long limit = System.nanoTime() + Run.STANDSTILL.toNanos();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          limit = System.nanoTime() + Run.STANDSTILL.toNanos();
        } else if (System.nanoTime() > limit) {
          throw new IllegalStateException(
              "nothing could be read for %d s before the end of %s"
                  .formatted(Run.STANDSTILL.toSeconds(), ends));
        }
        records.forEach(taker);
      }
    }
  }

  /** Passes on all records of some topics. */
  static void readAll(
      String bootstrap, List<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
    Map<TopicPartition, Long> from = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer = consumer(bootstrap)) {
      for (String topic : topics) {
        for (PartitionInfo info : consumer.partitionsFor(topic)) {
          from.put(new TopicPartition(topic, info.partition()), 0L);
        }
      }
    }
    read(bootstrap, from, taker);
  }
}
