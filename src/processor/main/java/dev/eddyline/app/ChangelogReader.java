package dev.eddyline.app;

import dev.eddyline.config.Settings;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads the contents of a key-value store from its changelog. */
final class ChangelogReader {

  /** Reads all records. */
  static final long WHOLE_CHANGELOG_OFFSET_COUNT = Long.MAX_VALUE;

  private static final Duration POLL = Duration.ofMillis(200);

  private final String topic;
  private final Map<String, Object> config;

  /** A reader of a store's changelog; reads nothing yet. */
  ChangelogReader(Settings settings, String application, String store) {
    topic = "%s-%s-changelog".formatted(application, store);
    config = new HashMap<>(Application.admin(settings));
    config.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
  }

  /** The changelog topic. */
  String topic() {
    return topic;
  }

  /**
   * The committed contents, by partition and key; empty when the topic does not exist.
   *
   * @param newest number of offsets at each partition's end that are read
   * @throws org.apache.kafka.common.KafkaException when it cannot be read
   */
  <T extends SpecificRecord> Map<Integer, Map<String, T>> read(
      Class<T> type, SchemaRegistry registry, long newest) {
    var values = AvroSerde.of(type, registry).deserializer();
    Map<Integer, Map<String, T>> stored = new HashMap<>();
    try (var consumer =
        new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(info.topic(), info.partition()))
              .toList();
      partitions.forEach(partition -> stored.put(partition.partition(), new HashMap<>()));
      consumer.assign(partitions);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      consumer
          .beginningOffsets(partitions)
          .forEach((it, begin) -> consumer.seek(it, Math.max(begin, ends.get(it) - newest)));
      while (ends.entrySet().stream()
          .anyMatch(it -> consumer.position(it.getKey()) < it.getValue())) {
        for (var record : consumer.poll(POLL)) {
          Map<String, T> partitionState = stored.get(record.partition());
          if (record.value() == null) {
            partitionState.remove(record.key());
          } else {
            partitionState.put(record.key(), values.deserialize(topic, record.value()));
          }
        }
      }
    }
    return stored;
  }
}
