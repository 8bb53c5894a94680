package dev.eddyline.importer;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.cluster.KafkaClients;
import dev.eddyline.config.Settings;
import dev.eddyline.engine.InputValidator;
import dev.eddyline.inputs.LiveEvents;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.task.BadInputException;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.PublisherSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes events to the topic of agent events, as Avro. */
public final class KafkaTarget implements EventTarget {

  private static final Duration BLOCK = Duration.ofSeconds(10);
  private static final Duration DELIVERY = Duration.ofSeconds(60);

  private record SentEvent(ImportedEvent event, Future<RecordMetadata> acknowledgement) {}

  private final SchemaRegistry registry;
  private final String topic;
  private final KafkaProducer<String, AgentEvent> producer;
  private final EventReader reader = new EventReader(LiveEvents.defaults(Clock.systemUTC()));

  /** A target in this cluster; it closes the registry's client with itself. */
  public KafkaTarget(Settings settings, TopicCatalogue topics, SchemaRegistry registry) {
    this.registry = registry;
    this.topic = topics.name(TopicRole.AGENT_EVENTS);
    Map<String, Object> config = PublisherSettings.of(settings, BLOCK, DELIVERY);
    this.producer =
        KafkaClients.create(
            config,
            () ->
                new KafkaProducer<>(
                    config,
                    new StringSerializer(),
                    AvroSerde.of(AgentEvent.class, registry).serializer()));
  }

  @Override
  public List<ImportedEvent.Refusal> publish(List<ImportedEvent> events) {
    List<ImportedEvent.Refusal> refused = new ArrayList<>();
    List<SentEvent> sent = new ArrayList<>();
    try {
      for (ImportedEvent event : events) {
        try {
          AgentEvent record = validate(event);
          sent.add(
              new SentEvent(
                  event, producer.send(new ProducerRecord<>(topic, record.getTaskId(), record))));
        } catch (InvalidEventException | BadInputException invalid) {
          refused.add(event.refuse(invalid.getMessage()));
        }
      }
      sent.forEach(it -> awaitAcknowledgement(it, refused));
    } catch (InterruptException stopped) {
      throw new ImportStoppedException(new InterruptedException());
    } catch (KafkaException failed) {
      throw unpublished(failed);
    }
    return refused;
  }

  private AgentEvent validate(ImportedEvent event) throws InvalidEventException {
    AgentEvent record = reader.read(event.json()).event();
    // a session file is what an agent says
    record.setIngestToken("");
    InputValidator.check(record.getTaskId(), record, false, DecisionRules.LIVE);
    return record;
  }

  private static void awaitAcknowledgement(SentEvent sent, List<ImportedEvent.Refusal> refused) {
    try {
      sent.acknowledgement().get();
    } catch (ExecutionException failed) {
      if (!(failed.getCause() instanceof RecordTooLargeException)) {
        throw unpublished(failed.getCause());
      }
      refused.add(sent.event().refuse("is too large for its topic"));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new ImportStoppedException(stopped);
    }
  }

  private static ClusterUnreachableException unpublished(Throwable cause) {
    return new ClusterUnreachableException(
        "the events could not be published: " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    producer.close();
    registry.close();
  }
}
