package dev.eddyline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.app.Application;
import dev.eddyline.app.EventFeed;
import dev.eddyline.app.JsonEvents;
import dev.eddyline.app.TestCluster;
import dev.eddyline.config.Settings;
import dev.eddyline.topics.TopicCatalogue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code eddyline state show} with a real broker, after a processor has stopped. */
class StateShowIT {

  private static final int PARTITIONS = 3;
  private static final String PREFIX = "state-show-";

  private final TestCluster cluster = TestCluster.shared();

  private CommandRun show(Settings settings, String task) {
    List<String> args = new ArrayList<>(List.of("state", "show", task));
    args.addAll(cluster.commandOptions(settings));
    return CommandRun.of(List.of(), args.toArray(String[]::new));
  }

  @Test
  void recordOfAStoppedProcessorIsPrinted() throws Exception {
    // Given
    TopicCatalogue topics = cluster.createTopics(PREFIX, PARTITIONS);
    Settings settings = cluster.settings(PREFIX, Map.of());
    try (Application running = Application.start(settings);
        EventFeed feed = new EventFeed(cluster.bootstrap(), cluster.registryUrl(), topics)) {
      feed.send(
          JsonEvents.json(
              """
              {"taskId":"T","type":"task_started","goal":"Repair the parser","workflow":"fix"}"""));
      for (int failure = 1; failure <= 3; failure++) {
        feed.send(JsonEvents.failure("T", "TypeError: x is undefined"));
      }
      await().until(() -> feed.gatesOf("T").size() == 1);
    }

    // When
    CommandRun found = show(settings, "T");
    CommandRun unknown = show(settings, "another");

    // Then
    assertThat(found.code()).isEqualTo(ExitCode.OK);
    JsonNode record = new ObjectMapper().readTree(found.out());
    assertThat(record.get("workflow").asText()).isEqualTo("fix");
    assertThat(record.at("/evaluation/goal").asText()).isEqualTo("Repair the parser");
    assertThat(record.at("/root/loopCount").asInt()).isEqualTo(2);
    assertThat(record.at("/root/blocked").asBoolean()).isTrue();
    assertThat(record.at("/root/ladder")).hasSize(1);
    assertThat(record.get("bytes").asInt()).isGreaterThan(200);
    assertThat(record.has("rootTaskId")).isFalse();
    assertThat(unknown.code()).isEqualTo(ExitCode.FAILED);
    assertThat(unknown.err()).contains("has no record of task another");
  }
}
