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
import org.apache.kafka.common.header.Headers;

/**
 * Tells of refused records on the dead-letter topic, each once whatever restarts and however many
 * instances read it: the offset up to which was told is committed in the transaction of the
 * letters, and all instances share one transactional id, so that the one that begins ends all
 * others.
 */
final class DeadLetters {

  /** Kafka Streams' own names, those of every other dead letter. */
  private static final String HEADER = "__streams.errors.";

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final String topic;
  private final TopicPartition source;
  private final String group;
  private final Supplier<Producer<byte[], byte[]>> producers;
  private final LongSupplier told;

  /**
   * Letters about one partition.
   *
   * @param topic where letters go
   * @param source where refused records stand
   * @param group the group whose offset remembers what was told
   * @param producers a transactional producer, each time the same transactional id
   * @param told the offset that the group has committed, or 0
   */
  DeadLetters(
      String topic,
      TopicPartition source,
      String group,
      Supplier<Producer<byte[], byte[]>> producers,
      LongSupplier told) {
    this.topic = topic;
    this.source = source;
    this.group = group;
    this.producers = producers;
    this.told = told;
  }

  /**
   * Sends a letter about each record of which none was told yet, in the order of offsets, and
   * commits anew up to where was told, so that the broker does not forget it.
   *
   * @throws KafkaException when that could not be done now; then nothing was
   */
  // its reader assigns partitions itself: the group has offsets and no members; the commit of a
  // transaction fails when a send did
  @SuppressWarnings({"removal", "FutureReturnValueIgnored"})
  void tell(List<RefusedRecord> refused) {
    Producer<byte[], byte[]> producer = producers.get();
    try {
      producer.initTransactions();
      long next = told.getAsLong();
      producer.beginTransaction();
      for (RefusedRecord one : refused) {
        if (one.record().offset() >= next) {
          producer.send(letter(one));
          next = one.record().offset() + 1;
        }
      }
      producer.sendOffsetsToTransaction(
          Map.of(source, new OffsetAndMetadata(next)), new ConsumerGroupMetadata(group));
      producer.commitTransaction();
    } finally {
      // ends a transaction that was not committed
      producer.close(CLOSE_LIMIT);
    }
  }

  private ProducerRecord<byte[], byte[]> letter(RefusedRecord refused) {
    var record = refused.record();
    Throwable reason = refused.reason();
    Long time = record.timestamp() < 0 ? null : record.timestamp();
    ProducerRecord<byte[], byte[]> letter =
        new ProducerRecord<>(topic, null, time, record.key(), record.value(), record.headers());
    Headers headers = letter.headers();
    add(headers, "exception", reason.getClass().getName());
    add(headers, "message", reason.getMessage() == null ? reason.toString() : reason.getMessage());
    add(headers, "topic", record.topic());
    add(headers, "partition", Integer.toString(record.partition()));
    add(headers, "offset", Long.toString(record.offset()));
    return letter;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(HEADER + name, value.getBytes(StandardCharsets.UTF_8));
  }
}
