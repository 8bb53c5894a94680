import dev.eddyline.registry.*;
import dev.eddyline.schema.*;
import java.time.*;
import java.util.*;
import java.util.stream.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.serialization.*;

/** An agent that fails the same way each time, until a person guides it. */
public class Agent {
  static final String TASK = "java-" + UUID.randomUUID();
  static final String BROKER = System.getenv().getOrDefault("KAFKA_BOOTSTRAP", "127.0.0.1:9092");
  static final String URL = System.getenv()
      .getOrDefault("SCHEMA_REGISTRY_URL", "http://127.0.0.1:8081/apis/ccompat/v7");
  static final SchemaRegistry REGISTRY =
      new ConfluentSchemaRegistry(Map.of("schema.registry.url", URL), AvailabilityListener.NONE);
  static final AvroSerializer<AgentEvent> EVENTS = new AvroSerializer<>(AgentEvent.class, REGISTRY);
  static final KafkaProducer<String, AgentEvent> PRODUCER =
      new KafkaProducer<>(Map.of("bootstrap.servers", BROKER), new StringSerializer(), EVENTS);
  static final Iterator<LoopVerdict> VERDICTS =
      reader("loop-verdicts", new AvroDeserializer<>(LoopVerdict.class, REGISTRY));

  public static void main(String[] args) throws Exception {
    var gates = reader("gate-triggers", new AvroDeserializer<>(GateTrigger.class, REGISTRY));
    var failure = FailureReported.newBuilder().setMessage("expected 200, got 500").build();
    while (ask(failure).getGateId() == null) {} // a mock model takes no hint
    GateTrigger gate = gates.next();
    System.out.println("gate: " + gate.getState() + " " + gate.getReason());
    // a person decides in the console or a gate service; the agent waits
    do gate = gates.next(); while (gate.getState() != GateState.CLOSED);
    System.out.println("gate: " + gate.getState() + " by " + gate.getDecidedBy());
    if (EnumSet.of(Decision.APPROVE, Decision.FALSE_POSITIVE).contains(gate.getDecision())) {
      var prompt = "A person decided " + gate.getDecision() + ". Guidance: " + gate.getGuidance();
      System.out.println("prompt: " + prompt);
      ask(StepStarted.newBuilder().setStep("start the database").build());
    }
  }

  /** Publishes an event of the task; the verdict on it. */
  static LoopVerdict ask(Object body) throws Exception {
    var event = AgentEvent.newBuilder().setEventId(UUID.randomUUID().toString()).setTaskId(TASK);
    event.setOccurredAt(Instant.now()).setReplyRequested(true).setBody(body);
    PRODUCER.send(new ProducerRecord<>("agent-events", TASK, event.build())).get();
    LoopVerdict verdict = VERDICTS.next();
    System.out.println("verdict: " + verdict.getAction() + " " + verdict.getText());
    return verdict;
  }

  /** The task's records on a topic, committed ones only. */
  static <T> Iterator<T> reader(String topic, Deserializer<T> values) {
    var settings = Map.<String, Object>of("bootstrap.servers", BROKER, "group.id", TASK + topic,
        "auto.offset.reset", "earliest", "isolation.level", "read_committed");
    var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), values);
    consumer.subscribe(List.of(topic));
    return Stream.generate(() -> consumer.poll(Duration.ofSeconds(1)))
        .flatMap(records -> StreamSupport.stream(records.spliterator(), false))
        .filter(record -> record.key().equals(TASK)).map(ConsumerRecord::value).iterator();
  }
}
