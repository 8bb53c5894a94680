package dev.eddyline.reference;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Publishes rejected records to the dead-letter topic, each exactly once, despite restarts and
 * several instances. The offset is committed in the transaction of the dead letters. All instances
 * share one transactional id, so that a new producer fences all others.
 */
final class DeadLetterPublisher {

  /** Prefix of the header names, as Kafka Streams uses it for all dead letters. */
  private static final String ERROR_HEADER_PREFIX = "__streams.errors.";

  private static final Duration PRODUCER_CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final String topic;
  private final TopicPartition source;
  private final String group;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final LongSupplier committedOffset;

  /**
   * A publisher for one partition.
   *
   * @param topic the dead-letter topic
   * @param source the partition of the rejected records
   * @param group the group whose offset marks what was published
   * @param producers creates transactional producers with the same transactional id
   * @param committedOffset reads the group's committed offset, or 0
   */
  DeadLetterPublisher(
      String topic,
      TopicPartition source,
      String group,
      Supplier<Producer<byte[], byte[]>> producers,
      LongSupplier committedOffset) {
    this.topic = topic;
    this.source = source;
    this.group = group;
    this.producers = producers;
    this.committedOffset = committedOffset;
  }

  /**
   * Publishes the records that were not published yet, in the order of offsets, and commits the
   * offset again, so that it does not expire.
   *
   * @throws KafkaException when publishing failed; nothing was committed
   */
  // the reader assigns partitions itself, so the group has offsets but no members; the commit of a
  // transaction fails when a send failed
  @SuppressWarnings({"removal", "FutureReturnValueIgnored"})
  void publishDeadLetters(List<RejectedRecord> rejected) {
    Producer<byte[], byte[]> producer = producers.get();
    try {
      producer.initTransactions();
      long next = committedOffset.getAsLong();
      producer.beginTransaction();
      for (RejectedRecord one : rejected) {
        if (one.record().offset() >= next) {
          producer.send(createDeadLetterRecord(one));
          next = one.record().offset() + 1;
        }
      }
      producer.sendOffsetsToTransaction(
          Map.of(source, new OffsetAndMetadata(next)), new ConsumerGroupMetadata(group));
      producer.commitTransaction();
    } finally {
      // aborts an open transaction
      producer.close(PRODUCER_CLOSE_TIMEOUT);
    }
  }

  private ProducerRecord<byte[], byte[]> createDeadLetterRecord(RejectedRecord rejected) {
    var record = rejected.record();
    Throwable reason = rejected.reason();
    Long time = record.timestamp() < 0 ? null : record.timestamp();
    ProducerRecord<byte[], byte[]> deadLetter =
        new ProducerRecord<>(topic, null, time, record.key(), record.value(), record.headers());
    Headers headers = deadLetter.headers();
    for (Header header : headers.toArray()) {
      if (header.key().startsWith(ERROR_HEADER_PREFIX)) {
        headers.remove(header.key()); // the sender's own
      }
    }
    add(headers, "exception", reason.getClass().getName());
    add(headers, "message", reason.getMessage() == null ? reason.toString() : reason.getMessage());
    add(headers, "topic", record.topic());
    add(headers, "partition", Integer.toString(record.partition()));
    add(headers, "offset", Long.toString(record.offset()));
    return deadLetter;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(ERROR_HEADER_PREFIX + name, value.getBytes(StandardCharsets.UTF_8));
  }
}
