package dev.eddyline.bench.process;

import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.Traces;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicySource;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.EddylineTopology;
import dev.eddyline.topology.StoreType;
import dev.eddyline.topology.TopologyParts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;

/** The compared topologies: same input events, same number of output records. */
public enum TopologyVariant {
  /** Only decodes, and forwards as many records as Eddyline publishes. */
  PASS,
  /** Like PASS, with a windowed get and put of 2 KB for each event, and outputs like verdicts. */
  STATE,
  /** Eddyline under the policy {@code default}. */
  EDDYLINE;

  private static final String SOURCE = "bench-source";
  private static final String PROCESSOR_NAME = "bench-work";
  private static final String SINK = "bench-sink";

  /** Record cache of STATE for the whole process, in bytes; Eddyline has a cache of its own. */
  private static final String DEFAULT_STATE_CACHE_BYTES = Long.toString(64L * 1024 * 1024);

  private static final String CACHE_SETTING = StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG;

  /** Its name in reports. */
  public String title() {
    return switch (this) {
      case PASS -> "pass";
      case STATE -> "state";
      case EDDYLINE -> "Eddyline";
    };
  }

  /** Its name in topics and applications. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The settings that only it has. */
  Map<String, String> settings() {
    return this == STATE ? Map.of(CACHE_SETTING, stateCacheBytes(Map.of())) : Map.of();
  }

  /** The record cache of STATE with these settings of all variants, in bytes. */
  public static String stateCacheBytes(Map<String, String> settings) {
    return settings.getOrDefault(CACHE_SETTING, DEFAULT_STATE_CACHE_BYTES);
  }

  /** The topic that it writes to. */
  String outputTopicName(TopicCatalogue topics, String prefix) {
    return this == EDDYLINE ? topics.name(TopicRole.LOOP_VERDICTS) : baselineTopicName(prefix);
  }

  /** The output topic of the two baseline topologies. */
  static String baselineTopicName(String prefix) {
    return prefix + "passed";
  }

  /** Its topology. */
  Topology topology(BenchProcessConfig config, TopicCatalogue topics, SchemaRegistry registry) {
    return switch (this) {
      case PASS -> buildBaselineTopology(config, topics, registry, false);
      case STATE -> buildBaselineTopology(config, topics, registry, true);
      case EDDYLINE ->
          EddylineTopology.build(
              new TopologyParts(
                  topics,
                  TopicFixture.PARTITIONS,
                  config.storeType(),
                  registry,
                  PolicySource.ofFixedPolicies(policies()),
                  new Metrics(new SimpleMeterRegistry()),
                  Traces.NONE));
    };
  }

  /** The policies under which Eddyline is measured. */
  public static Policies policies() {
    return Policies.load("default");
  }

  private static Topology buildBaselineTopology(
      BenchProcessConfig config,
      TopicCatalogue topics,
      SchemaRegistry registry,
      boolean withState) {
    AvroSerde<AgentEvent> events = AvroSerde.of(AgentEvent.class, registry);
    Topology topology = new Topology();
    topology.addSource(
        SOURCE,
        new StringDeserializer(),
        events.deserializer(),
        topics.name(TopicRole.AGENT_EVENTS));
    topology.addProcessor(
        PROCESSOR_NAME, () -> new BaselineProcessor(config.outputs(), withState), SOURCE);
    if (withState) {
      topology.addStateStore(
          Stores.windowStoreBuilder(
                  windowStoreSupplier(config.storeType()), Serdes.String(), Serdes.ByteArray())
              .withCachingEnabled(),
          PROCESSOR_NAME);
    }
    return topology.addSink(
        SINK,
        baselineTopicName(config.topicPrefix()),
        new StringSerializer(),
        events.serializer(),
        PROCESSOR_NAME);
  }

  /** A store like that of Eddyline's task states. */
  private static WindowBytesStoreSupplier windowStoreSupplier(StoreType type) {
    Duration retention = EddylineTopology.RETENTION;
    Duration window = EddylineTopology.WINDOW;
    return switch (type) {
      case ROCKSDB ->
          Stores.persistentWindowStore(BaselineProcessor.STORE, retention, window, false);
      case IN_MEMORY ->
          Stores.inMemoryWindowStore(BaselineProcessor.STORE, retention, window, false);
    };
  }
}
