package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamsSettingsTest {

  private static final String THREADS = "num.stream.threads";

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "4, 4", "64, 4"})
  void defaultIsOneStreamThreadPerProcessor_upToFour(int processors, int threads) {
    assertThat(StreamsSettings.defaultStreamThreadCount(processors)).isEqualTo(threads);
  }

  @Test
  void defaultStreamThreadCountDependsOnThisMachine() {
    assertThat(threads(Map.of()))
        .isEqualTo(Integer.toString(StreamsSettings.defaultStreamThreadCount()));
  }

  @Test
  void configuredStreamThreadCountIsUsed() {
    assertThat(threads(Map.of(THREADS, "7"))).isEqualTo("7");
  }

  @Test
  void outputsAreUncompressedByDefault() {
    assertThat(compression(Map.of())).isEqualTo("none");
    assertThat(compression(Map.of("producer.compression.type", "zstd"))).isEqualTo("zstd");
  }

  @Test
  void processorDoesNotWaitForEmptyInputs() {
    assertThat(taskIdleMillis(TakeOver.NONE, Map.of())).isEqualTo(-1L);
    assertThat(taskIdleMillis(TakeOver.NONE, Map.of("max.task.idle.ms", "50"))).isEqualTo(50L);
  }

  @Test
  void takeOverMergesInputsByTimestamp() {
    // Given
    TakeOver takeOver =
        new TakeOver(Map.of(new TopicPartition("agent-events", 0), 7L), 1, Map.of(), Map.of());

    // When, then
    assertThat(taskIdleMillis(takeOver, Map.of())).isEqualTo(0L);
  }

  private static long taskIdleMillis(TakeOver takeOver, Map<String, String> settings) {
    Properties properties =
        StreamsSettings.streamsProperties(
            Settings.mergeLayers(null, Map.of(), settings), TopicCatalogue.load(""), takeOver);
    return new StreamsConfig(properties).getLong(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG);
  }

  /** The producer settings of Kafka Streams. */
  private static Object compression(Map<String, String> settings) {
    return new StreamsConfig(properties(settings))
        .getProducerConfigs("client")
        .get(ProducerConfig.COMPRESSION_TYPE_CONFIG);
  }

  private static Object threads(Map<String, String> settings) {
    return properties(settings).get(THREADS);
  }

  private static Properties properties(Map<String, String> settings) {
    return StreamsSettings.streamsProperties(
        Settings.mergeLayers(null, Map.of(), settings), TopicCatalogue.load(""));
  }
}
