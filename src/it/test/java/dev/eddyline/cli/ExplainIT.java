package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code eddyline explain} with a real broker, without a processor. */
class ExplainIT {

  private static final int PARTITIONS = 3;
  private static final String PREFIX = "explain-";

  private final TestCluster cluster = TestCluster.shared();

  private CommandRun explain(Settings settings, String... args) {
    List<String> all = new ArrayList<>(List.of("explain"));
    all.addAll(List.of(args));
    all.addAll(cluster.commandOptions(settings));
    return CommandRun.of(List.of(), all.toArray(String[]::new));
  }

  @Test
  void eventsOfATaskAreReadAndExplained() throws Exception {
    // Given
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Settings settings = cluster.settings(PREFIX, Map.of());
    try (EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      feed.send(JsonEvents.failure("T", "TypeError: x is undefined"));
      feed.send(JsonEvents.failure("another", "TypeError: x is undefined"));
      feed.send(JsonEvents.failure("T", "TypeError: x is undefined"));
    }

    // When
    CommandRun found = explain(settings, "T");
    CommandRun json = explain(settings, "T", "--json");
    CommandRun unknown = explain(settings, "nobody");

    // Then
    assertThat(found.code()).isEqualTo(ExitCode.OK);
    assertThat(found.out().lines())
        .hasSize(5)
        .anyMatch(line -> line.endsWith("→ identical_failure 1 of 2"))
        .anyMatch(line -> line.contains("→ verdict identical_failure"))
        .anyMatch(line -> line.startsWith("policy: default "));
    assertThat(json.out().lines()).hasSize(2).allMatch(line -> line.startsWith("{\"event\":"));
    assertThat(unknown.code()).isEqualTo(ExitCode.FAILED);
    assertThat(unknown.err()).contains("has no record with the key \"nobody\"");
  }
}
