package dev.eddyline.audit;

import dev.eddyline.cluster.CommittedReads;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Reads receipts of decisions from their topic, committed ones only. Each scan has a consumer of
 * its own, so that nothing stays in memory between scans.
 */
public final class ReceiptReader {

  private static final int FETCH_BYTES = 256 * 1_024;
  private static final int API_TIMEOUT_MILLIS = 10_000;

  private final Supplier<Consumer<String, byte[]>> consumers;
  private final Deserializer<DecisionReceipt> deserializer;
  private final String topic;

  /**
   * Reads a topic.
   *
   * @param consumers creates a consumer for each scan
   * @param topic the topic of receipts
   */
  public ReceiptReader(
      Supplier<Consumer<String, byte[]>> consumers,
      Deserializer<DecisionReceipt> deserializer,
      String topic) {
    this.consumers = consumers;
    this.deserializer = deserializer;
    this.topic = topic;
  }

  /**
   * Reads the topic of receipts of a cluster.
   *
   * @param config consumer configuration, including the brokers' addresses
   */
  public static ReceiptReader of(
      Map<String, Object> config, SchemaRegistry registry, TopicCatalogue topics) {
    Map<String, Object> reading = CommittedReads.withoutGroup(config);
    reading.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, FETCH_BYTES);
    reading.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, ReceiptScan.MAX_BUFFERED_RECORDS);
    reading.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, API_TIMEOUT_MILLIS);
    reading.put(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, API_TIMEOUT_MILLIS);
    return new ReceiptReader(
        () -> new KafkaConsumer<>(reading, new StringDeserializer(), new ByteArrayDeserializer()),
        AvroSerde.of(DecisionReceipt.class, registry).deserializer(),
        topics.name(TopicRole.DECISION_RECEIPTS));
  }

  /**
   * Begins a scan, newest receipts first; the caller closes it.
   *
   * @param from earliest time of receipts, epoch milliseconds; empty for all
   * @param to time after that of all receipts, epoch milliseconds; empty for none
   * @param position where an earlier scan ended; empty to begin with the newest receipt
   * @throws org.apache.kafka.common.KafkaException where the topic cannot be read
   */
  public ReceiptScan scan(Optional<Long> from, Optional<Long> to, Optional<ScanPosition> position) {
    Consumer<String, byte[]> consumer = consumers.get();
    try {
      return new ReceiptScan(consumer, deserializer, topic, from, to, position);
    } catch (RuntimeException failed) {
      consumer.close();
      throw failed;
    }
  }
}
