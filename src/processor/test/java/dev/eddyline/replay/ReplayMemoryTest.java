package dev.eddyline.replay;

import static dev.eddyline.replay.InputLineFixtures.failure;
import static dev.eddyline.replay.InputLineFixtures.file;
import static dev.eddyline.replay.InputLineFixtures.success;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loop memory in a replay: remedies of earlier tasks appear in gates, never in verdicts. */
class ReplayMemoryTest {

  private static final String DECIDED =
      "{\"taskId\":\"T1\",\"type\":\"human_intervened\",\"decision\":\"approve\","
          + "\"guidance\":\"go round it\",\"by\":\"ann\"}";

  @TempDir private Path folder;

  private Path run(String name, String... lines) {
    return file(folder, name, lines);
  }

  @Test
  void gateOfALaterTaskShowsTheGuidanceOfASimilarLoop() {
    // Given
    Path both =
        run(
            "both.jsonl",
            failure("T1"),
            failure("T1"),
            failure("T1"),
            DECIDED,
            success("T1"),
            failure("T2"),
            failure("T2"),
            failure("T2"));

    // When
    List<JsonNode> once = ReplayRun.of(both).lines();
    List<JsonNode> again = ReplayRun.of(both).lines();

    // Then
    assertThat(again).isEqualTo(once);
    JsonNode gate =
        once.stream()
            .filter(line -> line.get("kind").asText().equals("gate"))
            .filter(line -> line.get("taskId").asText().equals("T2"))
            .findFirst()
            .orElseThrow();
    assertThat(gate.get("similar").get(0).asText())
        .isEqualTo("Guidance \"go round it\" helped 1 of 1 time");
    assertThat(once)
        .filteredOn(line -> line.get("kind").asText().equals("verdict"))
        .allSatisfy(line -> assertThat(line.has("similar")).isFalse());
  }
}
