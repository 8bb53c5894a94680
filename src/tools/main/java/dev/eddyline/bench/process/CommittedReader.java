package dev.eddyline.bench.process;

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
public final class CommittedReader {

  private static final Duration POLL = Duration.ofMillis(200);

  private CommittedReader() {}

  /** A read_committed consumer without an assignment. */
  public static KafkaConsumer<byte[], byte[]> createReadCommittedConsumer(String bootstrap) {
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
  public static void readFromOffsets(
      String bootstrap,
      Map<TopicPartition, Long> startOffsets,
      Consumer<ConsumerRecord<byte[], byte[]>> receiver) {
    try (KafkaConsumer<byte[], byte[]> consumer = createReadCommittedConsumer(bootstrap)) {
      consumer.assign(startOffsets.keySet());
      startOffsets.forEach(consumer::seek);
      Map<TopicPartition, Long> ends = consumer.endOffsets(startOffsets.keySet());
      long limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
      while (ends.entrySet().stream()
          .anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
        ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          limit = System.nanoTime() + BenchProcess.STALL_TIMEOUT.toNanos();
        } else if (System.nanoTime() > limit) {
          throw new IllegalStateException(
              "nothing could be read for %d s before the end of %s"
                  .formatted(BenchProcess.STALL_TIMEOUT.toSeconds(), ends));
        }
        records.forEach(receiver);
      }
    }
  }

  /** Passes on all records of some topics. */
  public static void readAll(
      String bootstrap, List<String> topics, Consumer<ConsumerRecord<byte[], byte[]>> receiver) {
    Map<TopicPartition, Long> startOffsets = new HashMap<>();
    try (KafkaConsumer<byte[], byte[]> consumer = createReadCommittedConsumer(bootstrap)) {
      for (String topic : topics) {
        for (PartitionInfo info : consumer.partitionsFor(topic)) {
          startOffsets.put(new TopicPartition(topic, info.partition()), 0L);
        }
      }
    }
    readFromOffsets(bootstrap, startOffsets, receiver);
  }
}
