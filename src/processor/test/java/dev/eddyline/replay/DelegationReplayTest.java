package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Subtasks that start themselves, in a replay: their signals reach the root. */
class DelegationReplayTest {

  private static final String STARTED =
      "{\"taskId\":\"%s\",\"rootTaskId\":\"trip\",\"parentTaskId\":\"%s\",\"type\":\"task_started\","
          + "\"goal\":\"%s\"}";

  @TempDir private Path folder;

  @Test
  void verdictOfTheRootHasTheLineOfTheFourthLevel_ifFirstSentencesDiffer() {
    // Given
    String body =
        " Compare the night trains from Ghent to Trieste, check which carry bicycles, and write"
            + " down prices and connections.";
    List<String> openings =
        List.of("Look closely.", "A thorough search:", "Leave nothing out.", "Be careful.");
    List<String> lines = new ArrayList<>();
    lines.add("{\"taskId\":\"trip\",\"type\":\"user_message\",\"text\":\"Plan my trip\"}");
    String parent = "trip";
    for (String opening : openings) {
      String task = "finder" + lines.size();
      lines.add(STARTED.formatted(task, parent, opening + body));
      parent = task;
    }
    Path file = InputLineFixtures.file(folder, "a.jsonl", lines.toArray(String[]::new));

    // When
    ReplayRun played = ReplayRun.of(file);

    // Then
    assertThat(played.lines("verdict")).hasSize(1);
    JsonNode verdict = played.lines("verdict").get(0);
    assertThat(verdict.get("event").asInt()).isEqualTo(5);
    assertThat(verdict.get("loopType").asText()).isEqualTo("delegation_loop");
    assertThat(verdict.get("rootTaskId").asText()).isEqualTo("trip");
    assertThat(verdict.get("reason").asText()).endsWith("finder1 → finder2 → finder3 → finder4");
    assertThat(ReplayRun.of(file).out()).isEqualTo(played.out());
  }
}
