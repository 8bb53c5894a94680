package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;
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
