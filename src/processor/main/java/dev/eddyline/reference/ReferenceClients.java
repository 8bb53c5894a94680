package dev.eddyline.reference;

import dev.eddyline.cluster.CommittedReads;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Creates the Kafka clients for following a reference topic. */
final class ReferenceClients {

  /** Timeout of a transaction that dead-letters records, milliseconds. */
  private static final int TRANSACTION_TIMEOUT_MS = 15_000;

  private final Settings settings;
  private final String topicKind;
  private final int maxDeadLetterBytes;

  /**
   * Clients of the cluster that the settings name.
   *
   * @param topicKind a plural for the records, such as policies: part of the names of clients and
   *     group
   * @param maxDeadLetterBytes the longest record that the dead-letter topic accepts
   */
  ReferenceClients(Settings settings, String topicKind, int maxDeadLetterBytes) {
    this.settings = settings;
    this.topicKind = topicKind;
    this.maxDeadLetterBytes = maxDeadLetterBytes;
  }

  /** The name of the group that stores the offset of published dead letters, and of the clients. */
  String groupName() {
    return settings.get(Setting.APPLICATION_ID) + "-" + topicKind;
  }

  /** A consumer of committed records, without a group. */
  Consumer<byte[], byte[]> consumer() {
    Map<String, Object> config = CommittedReads.withoutGroup(settings.consumer());
    putCommonClientConfig(config);
    // small batches: rejected records stay in the heap until they are published
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "16");
    // an offset out of range makes the follower read the topic from its beginning
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /** A transactional producer: it fences earlier ones, on this instance or another. */
  Producer<byte[], byte[]> producer() {
    Map<String, Object> config = new HashMap<>(settings.producer());
    putCommonClientConfig(config);
    config.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, groupName());
    config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, TRANSACTION_TIMEOUT_MS);
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, maxDeadLetterBytes);
    return new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** The offset that the group has committed in the partition, or 0; KafkaException if unknown. */
  long committedOffset(TopicPartition partition) {
    Map<String, Object> config = new HashMap<>(settings.admin());
    putCommonClientConfig(config);
    try (Admin admin = Admin.create(config)) {
      OffsetAndMetadata offset =
          admin
              .listConsumerGroupOffsets(
                  groupName(), new ListConsumerGroupOffsetsOptions().requireStable(true))
              .partitionsToOffsetAndMetadata()
              .get()
              .get(partition);
      return offset == null ? 0 : offset.offset();
    } catch (ExecutionException failed) {
      throw new KafkaException(
          "the offsets of group " + groupName() + " are unknown", failed.getCause());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }

  private void putCommonClientConfig(Map<String, Object> config) {
    config.put(
        CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(CommonClientConfigs.CLIENT_ID_CONFIG, groupName());
  }
}
