import dev.eddyline.registry.*;
import dev.eddyline.schema.*;
import java.time.*;
import java.util.*;
import java.util.stream.*;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.serialization.*;

/** An agent that fails the same way each time, and the person who decides at its gate. */
public class Agent {
  static final String TASK = "java-" + UUID.randomUUID();
  static final String BROKER = env("KAFKA_BOOTSTRAP", "127.0.0.1:9092");
  static final String URL = env("SCHEMA_REGISTRY_URL", "http://127.0.0.1:8081/apis/ccompat/v7");
  static final SchemaRegistry REGISTRY =
      new ConfluentSchemaRegistry(Map.of("schema.registry.url", URL), AvailabilityListener.NONE);
  static final AvroSerializer<AgentEvent> EVENTS = new AvroSerializer<>(AgentEvent.class, REGISTRY);
  static final KafkaProducer<String, AgentEvent> PRODUCER =
      new KafkaProducer<>(Map.of("bootstrap.servers", BROKER), new StringSerializer(), EVENTS);

  public static void main(String[] args) throws Exception {
    var verdicts = reader("loop-verdicts", LoopVerdict.class);
    var gates = reader("gate-triggers", GateTrigger.class);
    LoopVerdict verdict;
    do {
      var failure = FailureReported.newBuilder().setMessage("expected 200, got 500");
      publish("agent-events", failure.build());
      verdict = verdicts.next();
      System.out.println("verdict: " + verdict.getAction() + " " + verdict.getText());
    } while (verdict.getGateId() == null);
    GateTrigger gate = gates.next();
    System.out.println("gate: " + gate.getState() + " " + gate.getReason());
    var decision = HumanIntervened.newBuilder().setDecision(Decision.APPROVE).setGuidance("retry");
    publish("gate-decisions", decision.setGateId(gate.getGateId()).setBy("lead").build());
    System.out.println("gate: " + gates.next().getState());
  }

  static String env(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  static void publish(String topic, SpecificRecord body) throws Exception {
    var event = AgentEvent.newBuilder().setEventId(UUID.randomUUID().toString()).setTaskId(TASK);
    event.setOccurredAt(Instant.now()).setReplyRequested(true).setBody(body);
    PRODUCER.send(new ProducerRecord<>(topic, TASK, event.build())).get();
  }

  /** The task's records on a topic, committed ones only. */
  static <T extends SpecificRecord> Iterator<T> reader(String topic, Class<T> type) {
    var settings = Map.<String, Object>of("bootstrap.servers", BROKER, "group.id", TASK + topic,
        "auto.offset.reset", "earliest", "isolation.level", "read_committed");
    var values = new AvroDeserializer<>(type, REGISTRY);
    var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), values);
    consumer.subscribe(List.of(topic));
    return Stream.generate(() -> consumer.poll(Duration.ofSeconds(1)))
        .flatMap(records -> StreamSupport.stream(records.spliterator(), false))
        .filter(record -> record.key().equals(TASK)).map(ConsumerRecord::value).iterator();
  }
}
