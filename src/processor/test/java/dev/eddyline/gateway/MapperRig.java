package dev.eddyline.gateway;

import dev.eddyline.config.Settings;
import dev.eddyline.metrics.Metrics;
import dev.eddyline.metrics.TelemetryMetrics;
import dev.eddyline.otlp.OtlpSignal;
import dev.eddyline.otlp.OtlpWriter;
import dev.eddyline.otlp.TelemetryMapper;
import dev.eddyline.otlp.TelemetryMapping;
import dev.eddyline.otlp.TelemetryRecord;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;

/** The mapper's topology, configured as for a real run, with a driver in place of the broker. */
final class MapperRig implements AutoCloseable {

  static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
  static final Duration DELAY = Duration.ofSeconds(2);

  private static final TopicCatalogue TOPICS = TopicCatalogue.load("");

  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final SchemaRegistry registry =
      new ConfluentSchemaRegistry(
          Map.of("schema.registry.url", "mock://" + UUID.randomUUID()), AvailabilityListener.NONE);
  private final TopologyTestDriver driver;
  private final TestInputTopic<byte[], byte[]> spans;
  private final TestInputTopic<byte[], byte[]> logs;
  private final TestOutputTopic<String, AgentEvent> events;
  private Instant clock = START;

  /** One partition. */
  MapperRig() {
    MapperParts parts =
        new MapperParts(
            TOPICS,
            1,
            registry,
            new TelemetryMapper(TelemetryMapping.shipped(), text -> text),
            new TelemetryMetrics(meters),
            DELAY);
    Settings settings =
        Settings.mergeLayers(
            null,
            Map.of(),
            Map.of(
                "state.dir",
                "target/mapper-test-state/" + ProcessHandle.current().pid(),
                "processing.guarantee",
                "at_least_once"));
    Properties properties = MapperSettings.streamsProperties(settings, TOPICS);
    properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "mapper-" + UUID.randomUUID());
    properties.put(Metrics.PROPERTY, new Metrics(meters));
    driver = new TopologyTestDriver(MapperTopology.build(parts), properties, START);
    ByteArraySerializer bytes = new ByteArraySerializer();
    spans = driver.createInputTopic("otlp_spans", bytes, bytes);
    logs = driver.createInputTopic("otlp_logs", bytes, bytes);
    events =
        driver.createOutputTopic(
            "agent-events",
            new StringDeserializer(),
            AvroSerde.of(AgentEvent.class, registry).deserializer());
    after(Progress.START);
  }

  /** Receives spans in one body. */
  MapperRig receive(TelemetryRecord... records) {
    return receive(OtlpWriter.write(OtlpSignal.TRACES, List.of(records)));
  }

  /** Receives a body of spans. */
  MapperRig receive(byte[] body) {
    spans.pipeInput(new TestRecord<>(null, body, clock));
    return this;
  }

  /** Receives log records in one body. */
  MapperRig receiveLogs(TelemetryRecord... records) {
    byte[] body = OtlpWriter.write(OtlpSignal.LOGS, List.of(records));
    logs.pipeInput(new TestRecord<>(null, body, clock));
    return this;
  }

  /** Lets time pass. */
  MapperRig after(Duration time) {
    clock = clock.plus(time);
    driver.advanceWallClockTime(time);
    return this;
  }

  /** Lets all delays pass. */
  MapperRig afterDelays() {
    return after(DELAY.plusMillis(1_100)).after(DELAY.plusMillis(200));
  }

  /** The events that were published since the last call. */
  List<AgentEvent> events() {
    return events.readValuesToList();
  }

  /** The dead-lettered bodies. */
  List<byte[]> deadLetters() {
    return driver
        .createOutputTopic(
            "agent-events-dlq", new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readValuesToList();
  }

  /** A counter of records, by outcome. */
  double records(String outcome) {
    return meters.counter("eddyline.otlp.records", "outcome", outcome).count();
  }

  @Override
  public void close() {
    driver.close();
    registry.close();
  }
}
