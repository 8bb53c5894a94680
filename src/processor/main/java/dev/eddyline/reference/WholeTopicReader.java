package dev.eddyline.reference;

import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads a reference topic once, from its beginning to its end. */
final class WholeTopicReader {

  private static final Duration POLL = Duration.ofMillis(250);

  private WholeTopicReader() {}

  /**
   * Reads the topic's current records, including those of open transactions once they end.
   *
   * @param topicKind a plural for the records
   * @param limit time limit
   * @param handler handles each record
   * @throws KafkaException when it cannot be read, or not in time
   */
  static void read(
      Settings settings,
      String topicKind,
      TopicRole role,
      TopicCatalogue topics,
      Duration limit,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> handler) {
    TopicPartition partition = new TopicPartition(topics.name(role), 0);
    int maxLetterBytes = topics.topic(TopicRole.AGENT_EVENTS_DLQ).maxMessageBytes();
    long startNanos = System.nanoTime();
    long end = fetchEndOffset(settings, partition, limit);
    try (Consumer<byte[], byte[]> consumer =
        new ReferenceClients(settings, topicKind, maxLetterBytes).consumer()) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      while (consumer.position(partition, limit) < end) {
        consumer.poll(POLL).forEach(handler);
        if (System.nanoTime() - startNanos > limit.toNanos()) {
          throw new TimeoutException(
              "%s was not read to its end within %d s".formatted(partition, limit.toSeconds()));
        }
      }
    }
  }

  /** The end offset, including uncommitted records. */
  private static long fetchEndOffset(Settings settings, TopicPartition partition, Duration limit) {
    Map<String, Object> config = new HashMap<>(settings.admin());
    config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    try (Admin admin = Admin.create(config)) {
      return admin
          .listOffsets(
              Map.of(partition, OffsetSpec.latest()),
              new ListOffsetsOptions().timeoutMs(Math.toIntExact(limit.toMillis())))
          .partitionResult(partition)
          .get()
          .offset();
    } catch (ExecutionException failed) {
      throw new KafkaException("the end of " + partition + " is unknown", failed.getCause());
    } catch (InterruptedException interrupted) {
      throw new InterruptException(interrupted);
    }
  }
}
