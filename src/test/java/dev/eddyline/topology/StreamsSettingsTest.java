package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StreamsSettingsTest {

  private static final String THREADS = "num.stream.threads";

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 2", "4, 4", "64, 4"})
  void aProcessorHasAStreamThreadUpToFour(int processors, int threads) {
    assertThat(StreamsSettings.threads(processors)).isEqualTo(threads);
  }

  @Test
  void threadsThatAreNotSetAreThoseOfThisMachine() {
    assertThat(threads(Map.of())).isEqualTo(Integer.toString(StreamsSettings.threads()));
  }

  @Test
  void threadsThatAreSetStand() {
    assertThat(threads(Map.of(THREADS, "7"))).isEqualTo("7");
  }

  private static Object threads(Map<String, String> settings) {
    return StreamsSettings.of(Settings.of(null, Map.of(), settings), TopicCatalogue.load(""))
        .get(THREADS);
  }
}
