package dev.eddyline.gateway;

import dev.eddyline.registry.AvroSerde;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.MappedEvents;
import dev.eddyline.schema.TraceState;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.Stores;

/**
 * Builds the mapper's topology: two sub-topologies. The first one reads OTLP bodies on the
 * partition of their trace, where names of ancestors are known. The second one reads the mapped
 * events on the partition of their task, where their order is restored.
 */
public final class MapperTopology {

  static final String SPANS = "otlp-spans-source";
  static final String LOGS = "otlp-logs-source";
  static final String TRACES = "otlp-traces";
  static final String SPANS_HOME = "otlp-spans-sink";
  static final String LOGS_HOME = "otlp-logs-sink";
  static final String MAPPED_OUT = "otlp-events-sink";
  static final String MAPPED_IN = "otlp-events-source";
  static final String ORDER = "otlp-order";
  static final String EVENTS = "agent-events-sink";

  static final String TRACE_STORE = "otlp-traces";
  static final String WAITING_STORE = "otlp-waiting";
  static final String ORDER_STORE = "otlp-order";

  /** Most traces of a partition that are known; the longest unused one is evicted. */
  static final int MAX_TRACES = 2_000;

  private MapperTopology() {}

  /** Builds the topology; no broker is needed. */
  public static Topology build(MapperParts parts) {
    TopicCatalogue topics = parts.topics();
    Topology topology = new Topology();
    topology
        .addSource(
            SPANS,
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            topics.name(TopicRole.OTLP_SPANS))
        .addSource(
            LOGS,
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer(),
            topics.name(TopicRole.OTLP_LOGS))
        .addProcessor(TRACES, () -> new TraceProcessor(parts), SPANS, LOGS)
        .addStateStore(
            Stores.keyValueStoreBuilder(
                    Stores.lruMap(TRACE_STORE, MAX_TRACES),
                    Serdes.String(),
                    serde(parts, TraceState.class))
                .withCachingDisabled(),
            TRACES)
        .addStateStore(
            Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore(WAITING_STORE),
                    Serdes.String(),
                    Serdes.ByteArray())
                .withCachingDisabled(),
            TRACES)
        .addSink(
            SPANS_HOME,
            topics.name(TopicRole.OTLP_SPANS),
            new StringSerializer(),
            new ByteArraySerializer(),
            TRACES)
        .addSink(
            LOGS_HOME,
            topics.name(TopicRole.OTLP_LOGS),
            new StringSerializer(),
            new ByteArraySerializer(),
            TRACES)
        .addSink(
            MAPPED_OUT,
            topics.name(TopicRole.OTLP_EVENTS),
            new StringSerializer(),
            serde(parts, MappedEvents.class).serializer(),
            TRACES)
        .addSource(
            MAPPED_IN,
            new StringDeserializer(),
            serde(parts, MappedEvents.class).deserializer(),
            topics.name(TopicRole.OTLP_EVENTS))
        .addProcessor(ORDER, () -> new OrderProcessor(parts), MAPPED_IN)
        .addStateStore(
            Stores.keyValueStoreBuilder(
                    Stores.inMemoryKeyValueStore(ORDER_STORE),
                    Serdes.String(),
                    serde(parts, MappedEvents.class))
                .withCachingDisabled(),
            ORDER)
        .addSink(
            EVENTS,
            topics.name(TopicRole.AGENT_EVENTS),
            new StringSerializer(),
            serde(parts, AgentEvent.class).serializer(),
            ORDER);
    return topology;
  }

  private static <T extends SpecificRecord> AvroSerde<T> serde(MapperParts parts, Class<T> type) {
    return AvroSerde.of(type, parts.registry());
  }
}
