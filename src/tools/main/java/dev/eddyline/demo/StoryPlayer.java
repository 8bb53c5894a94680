package dev.eddyline.demo;

import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes stories as an orchestrator and a gate service: a decision waits for its gate. */
final class StoryPlayer implements AutoCloseable {

  /** How long a decision waits for its gate; without one it is dead-lettered. */
  private static final Duration GATE_TIMEOUT = Duration.ofMinutes(2);

  private static final String MAX_REQUEST_BYTES = "10485760";

  /** Receives the lines that are not events. */
  @FunctionalInterface
  interface InvalidLineReceiver {

    /** Receives the file, the line number and the error. */
    void badLine(String file, int line, String reason);
  }

  private final TopicCatalogue topics;
  private final GateTracker gates;
  private final double speed;
  private final InvalidLineReceiver badLines;
  private final KafkaProducer<String, AgentEvent> producer;
  private int rejectedLineCount;

  /**
   * A player.
   *
   * @param speed how many times faster than event time it plays; infinite for no pauses
   */
  StoryPlayer(
      String bootstrap,
      SchemaRegistry registry,
      TopicCatalogue topics,
      GateTracker gates,
      double speed,
      InvalidLineReceiver badLines) {
    this.topics = topics;
    this.gates = gates;
    this.speed = speed;
    this.badLines = badLines;
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true"),
            new StringSerializer(),
            AvroSerde.of(AgentEvent.class, registry).serializer());
  }

  /** Publishes a story and returns its root tasks. */
  Set<String> play(Story story) throws InterruptedException {
    Set<String> roots = new LinkedHashSet<>();
    EventReader reader = new EventReader(StoryEventTimes.forStory(story, speed, Clock.systemUTC()));
    StoryPacer pace = new StoryPacer(speed);
    int line = 0;
    for (String text : story.lines()) {
      line++;
      if (text.isBlank()) {
        continue;
      }
      try {
        for (AgentEvent event : reader.read(text).events()) {
          roots.add(TaskEngine.namedRoot(event));
          pace.sleepUntilEventIsDue(event.getOccurredAt());
          if (event.getBody() instanceof HumanIntervened) {
            publishDecisionOnceGateIsOpen(TaskEngine.namedRoot(event), text, reader);
          } else {
            send(TopicRole.AGENT_EVENTS, event.getTaskId(), event);
          }
        }
      } catch (InvalidEventException invalid) {
        badLines.badLine(story.sourceName(), line, invalid.getMessage());
        rejectedLineCount++;
      }
    }
    producer.flush();
    return roots;
  }

  private void publishDecisionOnceGateIsOpen(String root, String text, EventReader reader)
      throws InterruptedException, InvalidEventException {
    producer.flush();
    Optional<GateTrigger> gate = gates.awaitOpen(root, GATE_TIMEOUT);
    // without a time in the line, the event time is when the gate is seen
    AgentEvent event = reader.read(text).event();
    HumanIntervened decision = (HumanIntervened) event.getBody();
    if (decision.getGateId() == null) {
      gate.ifPresent(open -> decision.setGateId(open.getGateId()));
    }
    send(TopicRole.GATE_DECISIONS, root, event);
    producer.flush();
    gates.awaitClosed(root, GATE_TIMEOUT);
  }

  @SuppressWarnings(
      "FutureReturnValueIgnored") // the story waits for outputs, which would be missing
  private void send(TopicRole topic, String key, AgentEvent event) {
    producer.send(new ProducerRecord<>(topics.name(topic), key, event));
  }

  /** Number of lines that are not events. */
  int rejectedLineCount() {
    return rejectedLineCount;
  }

  @Override
  public void close() {
    producer.close();
  }
}
