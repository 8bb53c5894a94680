package dev.eddyline.demo;

import dev.eddyline.json.Defaults;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.text.Printable;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import java.io.PrintStream;
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

/** Publishes stories as orchestrators and gate services would: a decision waits for its gate. */
final class Player implements AutoCloseable {

  /** How long a decision waits for its gate; without one it is refused. */
  private static final Duration GATE_LIMIT = Duration.ofSeconds(20);

  private static final String MAX_REQUEST_BYTES = "10485760";

  private final EventReader reader = new EventReader(Defaults.live(Clock.systemUTC()));
  private final TopicCatalogue topics;
  private final GateWatch gates;
  private final PrintStream problems;
  private final KafkaProducer<String, AgentEvent> producer;
  private int refused;

  Player(
      String bootstrap,
      SchemaRegistry registry,
      TopicCatalogue topics,
      GateWatch gates,
      PrintStream problems) {
    this.topics = topics;
    this.gates = gates;
    this.problems = problems;
    producer =
        new KafkaProducer<>(
            Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES,
                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true"),
            new StringSerializer(),
            AvroSerde.of(AgentEvent.class, registry).serializer());
  }

  /** Publishes a story; answers the root tasks in it. */
  Set<String> play(Story story) throws InterruptedException {
    Set<String> roots = new LinkedHashSet<>();
    int line = 0;
    for (String text : story.lines()) {
      line++;
      if (text.isBlank()) {
        continue;
      }
      try {
        AgentEvent event = reader.read(text).event();
        roots.add(TaskEngine.namedRoot(event));
        publish(event);
      } catch (InvalidEventException invalid) {
        problems.println(
            Printable.escape(
                "line %d (%s): %s".formatted(line, story.place(), invalid.getMessage())));
        refused++;
      }
    }
    producer.flush();
    return roots;
  }

  private void publish(AgentEvent event) throws InterruptedException {
    if (!(event.getBody() instanceof HumanIntervened human)) {
      send(TopicRole.AGENT_EVENTS, event.getTaskId(), event);
      return;
    }
    String root = TaskEngine.namedRoot(event);
    producer.flush();
    Optional<GateTrigger> gate = gates.awaitOpen(root, GATE_LIMIT);
    if (human.getGateId() == null) {
      gate.ifPresent(open -> human.setGateId(open.getGateId()));
    }
    send(TopicRole.GATE_DECISIONS, root, event);
    producer.flush();
    gates.awaitClosed(root, GATE_LIMIT);
  }

  @SuppressWarnings(
      "FutureReturnValueIgnored") // the story waits for answers, which do not come then
  private void send(TopicRole topic, String key, AgentEvent event) {
    producer.send(new ProducerRecord<>(topics.name(topic), key, event));
  }

  /** Lines that could not be read. */
  int refused() {
    return refused;
  }

  @Override
  public void close() {
    producer.close();
  }
}
