package dev.eddyline.bench;

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
import dev.eddyline.topology.TopologyParts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Locale;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/** The compared topologies: same input events, same number of output records. */
enum TopologyVariant {
  /** Only decodes, and forwards as many records as Eddyline publishes. */
  PASS,
  /** Like PASS, with one get and put of a fixed 512 B for each event. */
  STATE,
  /** Eddyline under the policy {@code default}. */
  EDDYLINE;

  private static final String SOURCE = "bench-source";
  private static final String PROCESSOR_NAME = "bench-work";
  private static final String SINK = "bench-sink";

  /** Its name in reports. */
  String title() {
    return switch (this) {
      case PASS -> "pass";
      case STATE -> "state";
      case EDDYLINE -> "Eddyline";
    };
  }

  /** Its name in topics and applications. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
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
  static Policies policies() {
    return Policies.load("default");
  }

  private static Topology buildBaselineTopology(
      BenchProcessConfig config,
      TopicCatalogue topics,
      SchemaRegistry registry,
      boolean withState) {
    AvroSerde<AgentEvent> events = AvroSerde.of(AgentEvent.class, registry);
    double publishedPerEvent = config.publishedRecordsPerEvent();
    Topology topology = new Topology();
    topology.addSource(
        SOURCE,
        new StringDeserializer(),
        events.deserializer(),
        topics.name(TopicRole.AGENT_EVENTS));
    topology.addProcessor(
        PROCESSOR_NAME, () -> new BaselineProcessor(publishedPerEvent, withState), SOURCE);
    if (withState) {
      var supplier =
          switch (config.storeType()) {
            case ROCKSDB -> Stores.persistentKeyValueStore(BaselineProcessor.STORE);
            case IN_MEMORY -> Stores.inMemoryKeyValueStore(BaselineProcessor.STORE);
          };
      topology.addStateStore(
          Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.ByteArray())
              .withCachingDisabled(),
          PROCESSOR_NAME);
    }
    return topology.addSink(
        SINK,
        baselineTopicName(config.topicPrefix()),
        new StringSerializer(),
        events.serializer(),
        PROCESSOR_NAME);
  }
}
