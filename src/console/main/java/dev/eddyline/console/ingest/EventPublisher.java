package dev.eddyline.console.ingest;

import dev.eddyline.config.Settings;
import dev.eddyline.console.web.ApiException;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.registry.SchemaRejectedException;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.PublisherSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes events and decisions to Kafka, and waits until the brokers have acknowledged them. */
public class EventPublisher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);
  private static final Duration PUBLISH_TIMEOUT = Duration.ofSeconds(15);
  private static final Duration BLOCK = Duration.ofSeconds(10);
  private static final int MAX_CONCURRENT_PUBLISHES = 8;

  /** Together with the senders fewer than the server's threads, as each blocks one of them. */
  private static final int MAX_QUEUED_PUBLISHES = 24;

  private final Map<String, Object> config;
  private final TopicCatalogue topics;
  private final SchemaRegistry registry;
  private final ExecutorService senders =
      new ThreadPoolExecutor(
          MAX_CONCURRENT_PUBLISHES,
          MAX_CONCURRENT_PUBLISHES,
          1,
          TimeUnit.MINUTES,
          new ArrayBlockingQueue<>(MAX_QUEUED_PUBLISHES),
          run -> {
            Thread thread = new Thread(run, "inputs");
            thread.setDaemon(true);
            return thread;
          });
  private KafkaProducer<String, AgentEvent> producer;

  /** Publishes to these topics. */
  public EventPublisher(Settings settings, TopicCatalogue topics, SchemaRegistry registry) {
    this.topics = topics;
    this.registry = registry;
    config = PublisherSettings.of(settings, BLOCK, PUBLISH_TIMEOUT);
  }

  /**
   * Publishes events and decisions to their topics within 15 seconds.
   *
   * @throws ApiException 503 when not all are acknowledged in time; 413 or 400 when one can never
   *     be published, as it is too large or does not fit its topic's schema
   */
  public void publish(List<AgentEvent> events) {
    publish(events, PUBLISH_TIMEOUT);
  }

  /** The same within a given time. */
  public void publish(List<AgentEvent> events, Duration limit) {
    Future<?> sent;
    try {
      sent = senders.submit(() -> send(events));
    } catch (RejectedExecutionException full) {
      throw ApiException.of(503, "too much is being published, none of it was: try again later")
          .withRetryAfter(2);
    }
    try {
      sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      // interrupts a wait for a broker or the registry
      sent.cancel(true);
      throw toApiException(late, events);
    } catch (ExecutionException failed) {
      throw toApiException(failed.getCause(), events);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw toApiException(stopped, events);
    }
  }

  /** The error with the events' ids: sent again with them, events are deduplicated. */
  static ApiException toApiException(Throwable failed, List<AgentEvent> events) {
    Throwable why = failed instanceof ExecutionException ? failed.getCause() : failed;
    LOG.atWarn().addKeyValue("reason", why.toString()).log("publish failed");
    List<String> ids = events.stream().map(AgentEvent::getEventId).toList();
    if (why instanceof RecordTooLargeException) {
      return ApiException.of(413, "an event is too large for its topic: it can never be published")
          .withEventIds(ids);
    }
    if (why instanceof SchemaRejectedException || why instanceof SerializationException) {
      return ApiException.of(
              400, "the schema registry rejects such events: they can never be published")
          .withEventIds(ids);
    }
    return ApiException.of(
            503,
            "Kafka or the schema registry did not answer in time: the events may or may not be"
                + " published; sent again with the same eventIds, each counts once")
        .withEventIds(ids);
  }

  private Void send(List<AgentEvent> events) throws ExecutionException, InterruptedException {
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    for (AgentEvent event : events) {
      boolean decision = event.getBody() instanceof HumanIntervened;
      TopicRole topic = decision ? TopicRole.GATE_DECISIONS : TopicRole.AGENT_EVENTS;
      String key = decision ? TaskEngine.namedRoot(event) : event.getTaskId();
      sent.add(producer().send(new ProducerRecord<>(topics.name(topic), key, event)));
    }
    for (Future<RecordMetadata> one : sent) {
      one.get();
    }
    return null;
  }

  /** Created lazily: most consoles only read. */
  private synchronized KafkaProducer<String, AgentEvent> producer() {
    if (producer == null) {
      producer =
          new KafkaProducer<>(
              config,
              new StringSerializer(),
              AvroSerde.of(AgentEvent.class, registry).serializer());
    }
    return producer;
  }

  @Override
  public void close() {
    senders.shutdownNow();
    synchronized (this) {
      if (producer != null) {
        producer.close(Duration.ofSeconds(1));
      }
    }
  }
}
