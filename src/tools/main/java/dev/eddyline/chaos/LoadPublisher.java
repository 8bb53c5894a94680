package dev.eddyline.chaos;

import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.CommittedRecord.TopicPosition;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes asynchronously and idempotently, and records what the brokers acknowledged. */
final class LoadPublisher implements InputPublisher, AutoCloseable {

  private final TopicCatalogue topics;
  private final AvroSerializer<AgentEvent> events;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Set<TopicPosition> acknowledged = ConcurrentHashMap.newKeySet();

  /** A publisher to these topics; the caller closes the registry. */
  LoadPublisher(String bootstrap, TopicCatalogue topics, SchemaRegistry registry) {
    this.topics = topics;
    events = new AvroSerializer<>(AgentEvent.class, registry);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", bootstrap, "enable.idempotence", "true", "acks", "all"),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  @Override
  public synchronized byte[] encode(TopicRole topic, AgentEvent event) {
    return events.serialize(topics.name(topic), event);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // the verifier checks acknowledged records only
  public void publishBytes(TopicRole topic, Integer partition, byte[] key, byte[] value) {
    producer.send(
        new ProducerRecord<>(topics.name(topic), partition, key, value),
        (metadata, failure) -> {
          if (failure == null) {
            acknowledged.add(
                new TopicPosition(metadata.topic(), metadata.partition(), metadata.offset()));
          }
        });
  }

  /** Positions of all acknowledged records. */
  Set<TopicPosition> acknowledged() {
    return Set.copyOf(acknowledged);
  }

  /** Waits until each record is acknowledged or has failed. */
  void flush() {
    producer.flush();
  }

  @Override
  public void close() {
    producer.close();
  }
}
