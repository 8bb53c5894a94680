package dev.eddyline.chaos;

import dev.eddyline.registry.AvroSerializer;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.verify.Committed.At;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Publishes without waiting, idempotently, and counts what the brokers acknowledged. */
final class Publisher implements Inputs, AutoCloseable {

  private final TopicCatalogue topics;
  private final AvroSerializer<AgentEvent> events;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Set<At> acknowledged = ConcurrentHashMap.newKeySet();

  /** A publisher to these topics; the registry stays the caller's. */
  Publisher(String bootstrap, TopicCatalogue topics, SchemaRegistry registry) {
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
  @SuppressWarnings("FutureReturnValueIgnored") // the verifier asks only for what is acknowledged
  public void raw(TopicRole topic, Integer partition, byte[] key, byte[] value) {
    producer.send(
        new ProducerRecord<>(topics.name(topic), partition, key, value),
        (place, failure) -> {
          if (failure == null) {
            acknowledged.add(new At(place.topic(), place.partition(), place.offset()));
          }
        });
  }

  /** Where the brokers said that they have a record. */
  Set<At> acknowledged() {
    return Set.copyOf(acknowledged);
  }

  /** Waits until each record is acknowledged or given up. */
  void flush() {
    producer.flush();
  }

  @Override
  public void close() {
    producer.close();
  }
}
