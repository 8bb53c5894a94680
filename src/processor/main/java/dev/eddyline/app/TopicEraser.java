package dev.eddyline.app;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.erasure.ErasureAction;
import dev.eddyline.erasure.RecordEraser;
import dev.eddyline.topics.TopicSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Erases single records of a topic, which Kafka cannot do itself: the records to be retained, up to
 * the last erased one, are published again, and then all records up to there are deleted. An
 * interruption leaves duplicates, never gaps; records written meanwhile are not touched.
 */
public final class TopicEraser implements AutoCloseable {

  /** Longest wait for buffer space, milliseconds. */
  private static final int MAX_SEND_BLOCK_MILLIS = 60_000;

  private final Settings settings;
  private final Admin admin;
  private final CommittedRecordReader records;

  /**
   * The planned erasure in a partition.
   *
   * @param begin the first offset
   * @param end the offset after the last record that is erased or replaced; 0 for none
   * @param read number of records in the partition
   * @param erased records that are erased
   * @param replaced records that are replaced
   */
  public record PartitionErasure(
      TopicPartition partition, long begin, long end, long read, long erased, long replaced) {

    /** Whether nothing is erased or replaced. */
    boolean hasNothingToErase() {
      return erased + replaced == 0;
    }
  }

  /** An eraser for the cluster of these settings. */
  public TopicEraser(Settings settings) {
    this.settings = settings;
    admin = Admin.create(Application.admin(settings));
    records = new CommittedRecordReader(settings);
  }

  /**
   * Applies the rule to the committed records without changing them.
   *
   * @throws ClusterUnreachableException when the topic cannot be read
   */
  public List<PartitionErasure> previewErasure(TopicSpec topic, RecordEraser rule) {
    List<PartitionErasure> parts = new ArrayList<>();
    try {
      Map<TopicPartition, Long> begins = offsets(topic, OffsetSpec.earliest());
      // up to the oldest open transaction: later records may still be aborted or committed
      Map<TopicPartition, Long> ends = offsets(topic, OffsetSpec.latest());
      begins.forEach(
          (partition, begin) ->
              parts.add(previewErasure(partition, begin, ends.get(partition), rule)));
      return parts;
    } catch (KafkaException failed) {
      throw failed("read", topic.name(), failed);
    }
  }

  private PartitionErasure previewErasure(
      TopicPartition partition, long begin, long end, RecordEraser rule) {
    long[] counts = new long[4];
    records.read(
        partition,
        begin,
        end,
        record -> {
          counts[0]++;
          ErasureAction outcome = rule.actionFor(record);
          if (outcome instanceof ErasureAction.DeleteRecord) {
            counts[1]++;
          } else if (outcome instanceof ErasureAction.ReplaceRecord) {
            counts[2]++;
          }
          if (!(outcome instanceof ErasureAction.RetainRecord)) {
            counts[3] = record.offset() + 1;
          }
        });
    return new PartitionErasure(partition, begin, counts[3], counts[0], counts[1], counts[2]);
  }

  /**
   * Erases and replaces the planned records.
   *
   * @throws ClusterUnreachableException when the erasure is incomplete: retry
   */
  public void erase(TopicSpec topic, List<PartitionErasure> parts, RecordEraser rule) {
    if (parts.stream().allMatch(PartitionErasure::hasNothingToErase)) {
      return;
    }
    try (KafkaProducer<byte[], byte[]> producer = producer(topic)) {
      for (PartitionErasure part : parts) {
        if (!part.hasNothingToErase()) {
          republishRemainingRecords(part, rule, producer);
          RecordsToDelete old = RecordsToDelete.beforeOffset(part.end());
          awaitAdminResult(admin.deleteRecords(Map.of(part.partition(), old)).all());
        }
      }
    } catch (KafkaException failed) {
      throw failed("erased from", topic.name(), failed);
    }
  }

  // a failed send is reported by its callback
  @SuppressWarnings("FutureReturnValueIgnored")
  private void republishRemainingRecords(
      PartitionErasure part, RecordEraser rule, Producer<byte[], byte[]> producer) {
    AtomicReference<Exception> sendFailure = new AtomicReference<>();
    records.read(
        part.partition(),
        part.begin(),
        part.end(),
        record -> {
          ErasureAction outcome = rule.actionFor(record);
          if (!(outcome instanceof ErasureAction.DeleteRecord)) {
            ErasureAction.ReplaceRecord replaced =
                outcome instanceof ErasureAction.ReplaceRecord it ? it : null;
            producer.send(
                new ProducerRecord<>(
                    record.topic(),
                    record.partition(),
                    record.timestamp() < 0 ? null : record.timestamp(),
                    record.key(),
                    replaced == null ? record.value() : replaced.value(),
                    replaced == null ? record.headers() : replaced.headers()),
                (done, failure) -> {
                  if (failure != null) {
                    sendFailure.set(failure);
                  }
                });
          }
        });
    producer.flush();
    if (sendFailure.get() != null) {
      throw new KafkaException(sendFailure.get().getMessage(), sendFailure.get());
    }
  }

  private KafkaProducer<byte[], byte[]> producer(TopicSpec topic) {
    Map<String, Object> config = new HashMap<>(settings.producer());
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, topic.maxMessageBytes());
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_SEND_BLOCK_MILLIS);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Map<TopicPartition, Long> offsets(TopicSpec topic, OffsetSpec offsetSpec) {
    Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
    var described = awaitAdminResult(admin.describeTopics(List.of(topic.name())).allTopicNames());
    described
        .get(topic.name())
        .partitions()
        .forEach(
            partition ->
                wanted.put(new TopicPartition(topic.name(), partition.partition()), offsetSpec));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    awaitAdminResult(
            admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all())
        .forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  private static <T> T awaitAdminResult(KafkaFuture<T> answer) {
    try {
      return answer.get();
    } catch (ExecutionException failed) {
      throw new KafkaException(failed.getCause().getMessage(), failed.getCause());
    } catch (InterruptedException interrupted) {
      throw new org.apache.kafka.common.errors.InterruptException(interrupted);
    }
  }

  private static ClusterUnreachableException failed(String what, String topic, Exception cause) {
    return new ClusterUnreachableException(
        "%s cannot be %s: %s; nothing was lost, do it again"
            .formatted(topic, what, cause.getMessage()),
        cause);
  }

  @Override
  public void close() {
    records.close();
    admin.close();
  }
}
