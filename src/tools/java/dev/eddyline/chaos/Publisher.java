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

/** Publishes asynchronously and idempotently, and records what the brokers acknowledged. */
final class Publisher implements Inputs, AutoCloseable {

  private final TopicCatalogue topics;
  private final AvroSerializer<AgentEvent> events;
  private final KafkaProducer<byte[], byte[]> producer;
  private final Set<At> acknowledged = ConcurrentHashMap.newKeySet();

  /** A publisher to these topics; the caller closes the registry. */
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
  @SuppressWarnings("FutureReturnValueIgnored") // the verifier checks acknowledged records only
  public void raw(TopicRole topic, Integer partition, byte[] key, byte[] value) {
    producer.send(
        new ProducerRecord<>(topics.name(topic), partition, key, value),
        (place, failure) -> {
          if (failure == null) {
            acknowledged.add(new At(place.topic(), place.partition(), place.offset()));
          }
        });
  }

  /** Positions of all acknowledged records. */
  Set<At> acknowledged() {
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
