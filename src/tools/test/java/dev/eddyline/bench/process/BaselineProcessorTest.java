package dev.eddyline.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.bench.load.EventMix;
import dev.eddyline.bench.load.Load;
import dev.eddyline.registry.AvailabilityListener;
import dev.eddyline.registry.AvroSerde;
import dev.eddyline.registry.ConfluentSchemaRegistry;
import dev.eddyline.registry.SchemaRegistry;
import dev.eddyline.schema.AgentEvent;
import dev.eddyline.topics.TopicCatalogue;
import dev.eddyline.topics.TopicRole;
import dev.eddyline.topology.EddylineTopology;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.WindowStore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The baseline topologies do the same kind of work as Eddyline. */
class BaselineProcessorTest {

  private static final Instant START = Instant.EPOCH.plus(EddylineTopology.WINDOW.multipliedBy(3));
  private static final int VERDICT_BYTES = 1_500;

  @TempDir Path state;

  private final SchemaRegistry registry =
      new ConfluentSchemaRegistry(
          Map.of("schema.registry.url", "mock://baseline"), AvailabilityListener.NONE);
  private final TopicCatalogue topics = TopicCatalogue.load("");

  private TopologyTestDriver driver(TopologyVariant variant, double outputsPerEvent) {
    BenchProcessConfig config =
        new BenchProcessConfig(
            variant,
            new BaselineOutputs(outputsPerEvent, VERDICT_BYTES),
            BenchProcessConfig.WarmUp.NONE,
            Map.of("topic.prefix", "", "store.type", "in_memory"));
    Properties properties = new Properties();
    properties.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    properties.putAll(variant.settings());
    return new TopologyTestDriver(config.variant().topology(config, topics, registry), properties);
  }

  private List<AgentEvent> process(TopologyTestDriver driver, int events, Duration apart) {
    AvroSerde<AgentEvent> serde = AvroSerde.of(AgentEvent.class, registry);
    TestInputTopic<String, AgentEvent> input =
        driver.createInputTopic(
            topics.name(TopicRole.AGENT_EVENTS), new StringSerializer(), serde.serializer());
    List<AgentEvent> sent = new ArrayList<>();
    new Load(EventMix.shipped(), 1, 1, events, 0, START).forEach(sent::add);
    Instant time = START;
    for (AgentEvent event : sent) {
      input.pipeInput(event.getTaskId(), event, time);
      time = time.plus(apart);
    }
    return driver
        .createOutputTopic(
            TopologyVariant.baselineTopicName(""), new StringDeserializer(), serde.deserializer())
        .readValuesToList();
  }

  @Test
  void stateForwardsRecordsOfTheSizeOfAVerdictWithTheEventsIds() throws IOException {
    try (TopologyTestDriver driver = driver(TopologyVariant.STATE, 0.5)) {
      // When
      List<AgentEvent> forwarded = process(driver, 20, Duration.ofSeconds(1));

      // Then
      assertThat(forwarded).hasSize(10);
      assertThat(forwarded).extracting(AgentEvent::getEventId).doesNotHaveDuplicates();
      for (AgentEvent event : forwarded) {
        assertThat(event.toByteBuffer().remaining())
            .isBetween(VERDICT_BYTES - 10, VERDICT_BYTES + 10);
      }
    }
  }

  @Test
  void passForwardsTheEventsThemselves() {
    try (TopologyTestDriver driver = driver(TopologyVariant.PASS, 1)) {
      // Given
      List<AgentEvent> sent = new ArrayList<>();
      new Load(EventMix.shipped(), 1, 1, 20, 0, START).forEach(sent::add);

      // Then
      assertThat(process(driver, 20, Duration.ofSeconds(1))).isEqualTo(sent);
    }
  }

  @Test
  void stateWritesTwoKilobytesToTheCurrentWindow() {
    try (TopologyTestDriver driver = driver(TopologyVariant.STATE, 0)) {
      // When
      process(driver, 2, EddylineTopology.WINDOW);

      // Then
      WindowStore<String, byte[]> store = driver.getWindowStore(BaselineProcessor.STORE);
      String task = Load.TASK_ID_PREFIX + 0;
      byte[] first = store.fetch(task, START.toEpochMilli());
      byte[] second = store.fetch(task, START.plus(EddylineTopology.WINDOW).toEpochMilli());
      assertThat(first).hasSize(2_048);
      assertThat(second).hasSize(2_048).isNotEqualTo(first);
    }
  }
}
