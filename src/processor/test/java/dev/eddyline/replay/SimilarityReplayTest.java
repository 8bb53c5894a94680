package dev.eddyline.replay;

import static dev.eddyline.replay.InputLineFixtures.file;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Similarity of requests in a replay, with the real sentence model. */
class SimilarityReplayTest {

  private static final String[] REQUESTS = {
    "Can you review this authentication code?",
    "Can you review this auth code again?",
    "Write unit tests for the parser",
    "Write thorough unit tests for the parser",
    "Write thorough and complete unit tests for the parser",
    "Order more disks",
  };

  @TempDir private Path folder;

  @Test
  void verdictHasTheNumberOfItsRequest_andTheThirdSimilarRequestOpensTheGate() {
    // When
    ReplayRun played = ReplayRun.of(file(folder, "a.jsonl", similarRequestLines()));

    // Then
    assertThat(played.lines("verdict"))
        .extracting(line -> line.get("event").asInt() + " " + line.get("loopCount").asInt())
        .containsExactly("2 1", "4 2", "5 3");
    assertThat(played.lines("verdict"))
        .allSatisfy(
            line -> assertThat(line.get("loopType").asText()).isEqualTo("collaboration_loop"));
    assertThat(played.lines("gate"))
        .extracting(line -> line.get("event").asInt() + " " + line.get("state").asText())
        .containsExactly("5 opened");
    assertThat(played.problems()).isEmpty();
  }

  @Test
  void twoRunsWriteTheSame() {
    List<JsonNode> one = ReplayRun.of(file(folder, "a.jsonl", similarRequestLines())).lines();

    assertThat(ReplayRun.of(file(folder, "a.jsonl", similarRequestLines())).lines()).isEqualTo(one);
  }

  @Test
  void policyCanDisableTheSentenceModel() {
    var lexical =
        PolicyReader.read(
            "words", "name: words\ncollaboration_loop: {enabled: true, similarity: lexical}");

    Path file = file(folder, "a.jsonl", similarRequestLines());
    ReplayRun played =
        ReplayRun.of(
            Policies.ofSinglePolicy(lexical), InProcessEngine.NO_CLAMP, List.of(file.toString()));

    assertThat(played.lines("verdict"))
        .extracting(line -> line.get("event").asInt())
        .containsExactly(2);
  }

  @Test
  void responsesAreComparedByTheSentenceModelWhereEnabled() {
    var meaning =
        PolicyReader.read(
            "meaning", "name: meaning\nsimilar_response: {measure: meaning, threshold: 0.85}");
    String[] eventLines = {
      line("Write unit tests for the parser"),
      line("Write thorough and complete unit tests for the parser"),
      line("Order more disks"),
    };

    Path file = file(folder, "a.jsonl", eventLines);
    ReplayRun played =
        ReplayRun.of(
            Policies.ofSinglePolicy(meaning), InProcessEngine.NO_CLAMP, List.of(file.toString()));

    assertThat(played.lines("verdict"))
        .extracting(line -> line.get("event").asInt() + " " + line.get("loopType").asText())
        .containsExactly("2 similar_response");
  }

  private static String line(String text) {
    return ("{\"taskId\":\"T1\",\"agentId\":\"dev\",\"type\":\"response_produced\","
            + "\"step\":\"work\",\"text\":\"%s\"}")
        .formatted(text);
  }

  private static String[] similarRequestLines() {
    String[] lines = new String[REQUESTS.length];
    for (int at = 0; at < lines.length; at++) {
      lines[at] =
          ("{\"taskId\":\"T1\",\"agentId\":\"dev\",\"type\":\"collaboration_requested\","
                  + "\"toAgent\":\"peer\",\"request\":\"%s\"}")
              .formatted(REQUESTS[at]);
    }
    return lines;
  }
}
