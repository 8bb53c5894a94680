package dev.eddyline.attack;

import dev.eddyline.outputs.OutputFeed;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes events that request a verdict at a steady rate, and knows which have none yet. */
final class VerdictFlow implements AutoCloseable {

  private static final long BETWEEN_NANOS = 20_000_000;
  private static final int TASKS = 50;

  /** A broker on a busy machine may be slow to answer. */
  private static final int BROKER_LIMIT_MILLIS = 180_000;

  private final String topic;
  private final KafkaProducer<String, AgentEvent> producer;
  private final OutputFeed outputs;
  private final Set<String> unanswered = ConcurrentHashMap.newKeySet();
  private final CountDownLatch firstVerdict = new CountDownLatch(1);
  private final Thread sender = new Thread(this::sendUntilClosed, "verdict-flow");
  private volatile boolean ends;

  /** Starts to publish, 50 events a second at most; the caller closes the registry. */
  VerdictFlow(String bootstrap, SchemaRegistry registry, TopicCatalogue topics) {
    topic = topics.name(TopicRole.AGENT_EVENTS);
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                BROKER_LIMIT_MILLIS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                BROKER_LIMIT_MILLIS),
            new StringSerializer(),
            AvroSerde.of(AgentEvent.class, registry).serializer());
    outputs = new OutputFeed(bootstrap, registry, topics, this::receive);
    sender.start();
  }

  private void sendUntilClosed() {
    try {
      for (int i = 0; !ends; i++) {
        AgentEvent event = event("flow-" + i % TASKS);
        unanswered.add(event.getEventId());
        producer.send(new ProducerRecord<>(topic, event.getTaskId(), event)).get();
        LockSupport.parkNanos(BETWEEN_NANOS);
      }
    } catch (ExecutionException failed) {
      throw new IllegalStateException("the flow of events has ended", failed.getCause());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static AgentEvent event(String task) {
    return AgentEvent.newBuilder()
        .setEventId(UUID.randomUUID().toString())
        .setTaskId(task)
        .setOccurredAt(Instant.now())
        .setReplyRequested(true)
        .setBody(new UserMessage("x"))
        .build();
  }

  private void receive(SpecificRecord output) {
    if (output instanceof LoopVerdict verdict && unanswered.remove(verdict.getEventId())) {
      firstVerdict.countDown();
    }
  }

  /** Waits for the first verdict; returns whether there was one. */
  boolean awaitFirstVerdict(Duration limit) {
    try {
      return firstVerdict.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Ids of published events whose verdict has not been received. */
  Set<String> unansweredEventIds() {
    return Set.copyOf(unanswered);
  }

  @Override
  public void close() {
    ends = true;
    try {
      sender.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    outputs.close();
    producer.close();
  }
}
