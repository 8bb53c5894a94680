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
enum Subject {
  /** Only decodes, and forwards as many records as Eddyline publishes. */
  PASS,
  /** Like PASS, with one get and put of a fixed 512 B for each event. */
  STATE,
  /** Eddyline under the policy {@code default}. */
  EDDYLINE;

  private static final String SOURCE = "bench-source";
  private static final String WORK = "bench-work";
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
  String output(TopicCatalogue topics, String prefix) {
    return this == EDDYLINE ? topics.name(TopicRole.LOOP_VERDICTS) : passedTopic(prefix);
  }

  /** The output topic of the two baseline topologies. */
  static String passedTopic(String prefix) {
    return prefix + "passed";
  }

  /** Its topology. */
  Topology topology(Assignment task, TopicCatalogue topics, SchemaRegistry registry) {
    return switch (this) {
      case PASS -> plain(task, topics, registry, false);
      case STATE -> plain(task, topics, registry, true);
      case EDDYLINE ->
          EddylineTopology.build(
              new TopologyParts(
                  topics,
                  Bed.PARTITIONS,
                  task.stores(),
                  registry,
                  PolicySource.ofFixed(policies()),
                  new Metrics(new SimpleMeterRegistry()),
                  Traces.NONE));
    };
  }

  /** The policies under which Eddyline is measured. */
  static Policies policies() {
    return Policies.load("default");
  }

  private static Topology plain(
      Assignment task, TopicCatalogue topics, SchemaRegistry registry, boolean withState) {
    AvroSerde<AgentEvent> events = AvroSerde.of(AgentEvent.class, registry);
    double published = task.published();
    Topology topology = new Topology();
    topology.addSource(
        SOURCE,
        new StringDeserializer(),
        events.deserializer(),
        topics.name(TopicRole.AGENT_EVENTS));
    topology.addProcessor(WORK, () -> new PlainWork(published, withState), SOURCE);
    if (withState) {
      var supplier =
          switch (task.stores()) {
            case ROCKSDB -> Stores.persistentKeyValueStore(PlainWork.STORE);
            case IN_MEMORY -> Stores.inMemoryKeyValueStore(PlainWork.STORE);
          };
      topology.addStateStore(
          Stores.keyValueStoreBuilder(supplier, Serdes.String(), Serdes.ByteArray())
              .withCachingDisabled(),
          WORK);
    }
    return topology.addSink(
        SINK, passedTopic(task.prefix()), new StringSerializer(), events.serializer(), WORK);
  }
}
