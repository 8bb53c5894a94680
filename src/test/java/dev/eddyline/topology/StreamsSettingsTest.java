package dev.eddyline.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StreamsSettingsTest {

  private static final String THREADS = "num.stream.threads";

  @Test
  void aProcessorHasAStreamThreadUpToFour() {
    int processors = Runtime.getRuntime().availableProcessors();

    assertThat(threads(Map.of())).isEqualTo(Integer.toString(processors < 4 ? processors : 4));
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
