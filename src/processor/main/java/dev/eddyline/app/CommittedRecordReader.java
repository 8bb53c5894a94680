package dev.eddyline.app;

import dev.eddyline.cluster.CommittedReads;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads committed records of single partitions as bytes, in small batches and without a consumer
 * group.
 */
final class CommittedRecordReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(250);

  /** Longest wait for the next record, or for the end. */
  private static final Duration NO_PROGRESS_TIMEOUT = Duration.ofSeconds(60);

  private static final String RECORDS_AT_ONCE = "100";
  private static final String FETCH_BYTES = "16777216";

  private final KafkaConsumer<byte[], byte[]> consumer;

  CommittedRecordReader(Settings settings) {
    Map<String, Object> config = CommittedReads.withoutGroup(settings.consumer());
    config.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RECORDS_AT_ONCE);
    config.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, FETCH_BYTES);
    consumer =
        new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Passes each committed record of a partition to the handler, up to the oldest open transaction.
   *
   * @throws KafkaException when they cannot be read
   */
  void readAll(TopicPartition partition, Consumer<ConsumerRecord<byte[], byte[]>> handler) {
    List<TopicPartition> one = List.of(partition);
    read(
        partition,
        consumer.beginningOffsets(one).get(partition),
        consumer.endOffsets(one).get(partition),
        handler);
  }

  /**
   * Passes each record from one offset (inclusive) to another (exclusive) to the handler, up to the
   * oldest open transaction.
   *
   * @throws KafkaException when they cannot be read
   */
  void read(
      TopicPartition partition,
      long begin,
      long end,
      Consumer<ConsumerRecord<byte[], byte[]>> handler) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, begin);
    long lastProgress = System.nanoTime();
    long lastPosition = -1;
    for (long position = begin;
        position < end;
        position = consumer.position(partition, NO_PROGRESS_TIMEOUT)) {
      if (position != lastPosition) {
        lastPosition = position;
        lastProgress = System.nanoTime();
      } else if (System.nanoTime() - lastProgress > NO_PROGRESS_TIMEOUT.toNanos()) {
        throw new KafkaException(
            "no record received for %d s at offset %d"
                .formatted(NO_PROGRESS_TIMEOUT.toSeconds(), position));
      }
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        if (record.offset() < end) {
          handler.accept(record);
        }
      }
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
