package dev.eddyline.topology;

import dev.eddyline.config.Settings;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.metrics.Metric;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.Traces;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroDeserializer;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.DecisionReceipt;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.JournalEntry;
import dev.eddyline.schema.JournalKind;
import dev.eddyline.schema.LoopReset;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Signal;
import dev.eddyline.task.DecisionRules;
import dev.eddyline.task.TaskEngine;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.WindowStore;
import org.apache.kafka.streams.test.TestRecord;

/** The topology, configured as for a real run, with a driver in place of the broker. */
public final class TopologyRig implements AutoCloseable {

  /** Start of a storage window, and of the clock. */
  public static final Instant START =
      Instant.ofEpochMilli(EddylineTopology.WINDOW.toMillis() * 19_584);

  public static final TopicCatalogue TOPICS = TopicCatalogue.load("");

  private final SchemaRegistry registry;
  private final MeterRegistry meters;
  private final Topology topology;
  private final TopologyTestDriver driver;
  private Instant recordTime;

  /** One partition, stores in the heap. */
  public TopologyRig() {
    this(1, StoreType.IN_MEMORY);
  }

  /** The driver has partition 0 only: keys of other partitions are misrouted. */
  public TopologyRig(int partitions, StoreType stores) {
    this(parts(TOPICS, partitions, stores, mockRegistry()));
  }

  public TopologyRig(TopologyParts parts) {
    registry = parts.registry();
    meters = parts.metrics().registry();
    topology = EddylineTopology.build(parts);
    Properties properties = properties();
    properties.put(TakeOver.HANDLER_CONFIG_KEY, parts.takeOver());
    properties.put(Metrics.PROPERTY, parts.metrics());
    driver = new TopologyTestDriver(topology, properties, START);
  }

  /** The topology's dependencies, with the default policy. */
  public static TopologyParts parts(
      TopicCatalogue topics, int partitions, StoreType stores, SchemaRegistry registry) {
    var policies =
        PolicySource.ofFixedPolicies(Policies.ofSinglePolicy(Policies.preset("default")));
    return parts(topics, partitions, stores, registry, policies);
  }

  /** The topology's dependencies, with changing policies; any decision is accepted. */
  public static TopologyParts parts(
      TopicCatalogue topics,
      int partitions,
      StoreType stores,
      SchemaRegistry registry,
      PolicySource policies) {
    var meters = new SimpleMeterRegistry();
    return new TopologyParts(
            topics, partitions, stores, registry, policies, new Metrics(meters), Traces.NONE)
        .withDecisionRules(DecisionRules.REPLAYED, decision -> false);
  }

  public static SchemaRegistry mockRegistry() {
    return new ConfluentSchemaRegistry(
        Map.of("schema.registry.url", "mock://" + UUID.randomUUID()), AvailabilityListener.NONE);
  }

  /**
   * The configuration of a real run, but without exactly-once: there the driver loses outputs while
   * a record is being read, such as dead letters.
   */
  public static Properties properties() {
    return StreamsSettings.streamsProperties(
        Settings.mergeLayers(
            null,
            Map.of(),
            Map.of(
                "state.dir",
                "target/topology-test-state/" + ProcessHandle.current().pid(),
                "processing.guarantee",
                "at_least_once")),
        TOPICS);
  }

  /** Sets the time of later records; by default, a record has its event's time. */
  public TopologyRig at(Instant time) {
    recordTime = time;
    return this;
  }

  /** Pipes events to agent-events, and decisions to gate-decisions. */
  public TopologyRig pipe(AgentEvent... events) {
    for (AgentEvent event : events) {
      boolean decision = event.getBody() instanceof HumanIntervened;
      String topic =
          decision ? TOPICS.name(TopicRole.GATE_DECISIONS) : TOPICS.name(TopicRole.AGENT_EVENTS);
      Instant time = recordTime == null ? event.getOccurredAt() : recordTime;
      byte[] key = bytes(TaskEngine.home(event));
      pipe(topic, key, bytes(topic, event), new RecordHeaders(), time);
    }
    return this;
  }

  /** Pipes bytes to a topic. */
  public void pipe(String topic, byte[] key, byte[] value, Headers headers, Instant time) {
    driver
        .createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer())
        .pipeInput(new TestRecord<>(key, value, headers, time));
  }

  /** A key with this home partition. */
  public static String keyOf(int partition, int partitions) {
    return IntStream.range(0, 1000)
        .mapToObj(number -> "T" + number)
        .filter(key -> HomePartition.of(key, partitions) == partition)
        .findFirst()
        .orElseThrow();
  }

  public static byte[] bytes(String key) {
    return key.getBytes(StandardCharsets.UTF_8);
  }

  /** The event as bytes of the topic. */
  public byte[] bytes(String topic, AgentEvent event) {
    return AvroSerde.of(AgentEvent.class, registry).serializer().serialize(topic, event);
  }

  /** The signal as bytes of its topic. */
  public byte[] signalBytes(Signal signal) {
    return AvroSerde.of(Signal.class, registry)
        .serializer()
        .serialize(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), signal);
  }

  /** The registry of its schemas. */
  public SchemaRegistry registry() {
    return registry;
  }

  /** A stored history in the window that begins then. */
  public <H extends SpecificRecord> H history(String owner, InStore<H> place, Instant window) {
    WindowStore<String, byte[]> store = driver.getWindowStore(EddylineTopology.HISTORY_STORE);
    return new AvroDeserializer<>(place.type(), registry)
        .deserialize("", store.fetch(HistoryStore.key(owner, place), window.toEpochMilli()));
  }

  /** The driver. */
  public TopologyTestDriver driver() {
    return driver;
  }

  public Topology topology() {
    return topology;
  }

  /** Verdicts since the last call. */
  public List<LoopVerdict> verdicts() {
    return values(published(TOPICS.name(TopicRole.LOOP_VERDICTS), LoopVerdict.class));
  }

  /** Gate triggers since the last call. */
  public List<GateTrigger> gates() {
    return values(published(TOPICS.name(TopicRole.GATE_TRIGGERS), GateTrigger.class));
  }

  /** Decision receipts since the last call. */
  public List<DecisionReceipt> receipts() {
    return values(published(TOPICS.name(TopicRole.DECISION_RECEIPTS), DecisionReceipt.class));
  }

  public List<LoopReset> resets() {
    return values(published(TOPICS.name(TopicRole.LOOP_RESETS), LoopReset.class));
  }

  /** The journal without the entry of the first start. */
  public List<JournalEntry> journal() {
    return wholeJournal().stream().filter(it -> it.getKind() != JournalKind.START).toList();
  }

  List<JournalEntry> wholeJournal() {
    return values(published(TOPICS.name(TopicRole.EDDYLINE_JOURNAL), JournalEntry.class));
  }

  public List<Signal> signals() {
    return values(published(TOPICS.name(TopicRole.EDDYLINE_SIGNALS), Signal.class));
  }

  /** The topic's records since the last call. */
  public <T extends SpecificRecord> List<TestRecord<String, T>> published(
      String topic, Class<T> type) {
    var values = AvroSerde.of(type, registry).deserializer();
    return driver.createOutputTopic(topic, new StringDeserializer(), values).readRecordsToList();
  }

  private static <T> List<T> values(List<TestRecord<String, T>> records) {
    return records.stream().map(TestRecord::value).toList();
  }

  /** Dead letters since the last call. */
  public List<TestRecord<byte[], byte[]>> deadLetters() {
    String topic = TOPICS.name(TopicRole.AGENT_EVENTS_DLQ);
    return driver.producedTopicNames().contains(topic)
        ? driver
            .createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer())
            .readRecordsToList()
        : List.of();
  }

  /** The metrics of the topology. */
  public MeterRegistry meters() {
    return meters;
  }

  /** Sum of the counters with this name and tag. */
  public double counterValue(String name, String tag, String value) {
    return meters.find(name).tag(tag, value).counters().stream().mapToDouble(Counter::count).sum();
  }

  /** Ignored signals of an earlier epoch. */
  double outdated() {
    return meters.get(Metric.OUTDATED_SIGNALS.id()).counter().count();
  }

  /** Records that Kafka Streams dropped: dead letters, and writes to expired windows. */
  public double dropped() {
    return driver.metrics().entrySet().stream()
        .filter(metric -> metric.getKey().name().equals("dropped-records-total"))
        .mapToDouble(metric -> ((Number) metric.getValue().metricValue()).doubleValue())
        .sum();
  }

  /** A time after {@link #START}. */
  public static Instant seconds(long seconds) {
    return START.plusSeconds(seconds);
  }

  @Override
  public void close() {
    driver.close();
    registry.close();
  }
}
