package dev.eddyline.reference;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.cluster.KafkaClients;
import dev.eddyline.config.Setting;
import dev.eddyline.config.Settings;
import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.topics.TopicSpec;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes a workflow's record to a reference topic. */
public final class ReferencePublisher {

  private ReferencePublisher() {}

  /**
   * Publishes a record and waits until it is stored.
   *
   * @param value the record; null withdraws the current one
   * @param limit longest wait for the cluster
   * @return its coordinates
   * @throws ClusterUnreachableException when it could not be published
   */
  public static <T extends SpecificRecord> RecordMetadata publish(
      Settings settings, TopicSpec topic, String workflow, Class<T> type, T value, Duration limit)
      throws InterruptedException {
    Map<String, Object> config = new HashMap<>(settings.producer());
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, settings.get(Setting.BOOTSTRAP_SERVERS));
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) limit.toMillis());
    config.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, topic.maxMessageBytes());
    try (SchemaRegistry registry = new ConfluentSchemaRegistry(settings.registry(), limit);
        KafkaProducer<String, T> producer =
            KafkaClients.create(
                config,
                () ->
                    new KafkaProducer<>(
                        config, new StringSerializer(), new AvroSerializer<>(type, registry)))) {
      return producer.send(new ProducerRecord<>(topic.name(), workflow, value)).get();
    } catch (ExecutionException refused) {
      throw new ClusterUnreachableException(
          "%s: the record of %s could not be published: %s"
              .formatted(topic.name(), workflow, refused.getCause().getMessage()),
          refused.getCause());
    }
  }
}
