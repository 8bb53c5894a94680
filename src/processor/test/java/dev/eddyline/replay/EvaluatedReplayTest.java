package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Evaluations in a replay: rules answer before the next event. */
class EvaluatedReplayTest {

  private static final Policies POLICIES =
      Policies.ofSinglePolicy(
          PolicyReader.read(
              "test",
              "name: test\nidentical_failure: {enabled: true}\nregressive_progress: {enabled: true}\n"
                  + "no_measurable_progress: {enabled: true}\nexternal_fault: {enabled: true}\nevaluation: {enabled: true, every: 1s}"));

  @TempDir private Path folder;

  private static String failure(String task, int minute, String message) {
    return "{\"taskId\":\"%s\",\"type\":\"failure_reported\",\"message\":\"%s\",\"occurredAt\":\"2026-03-01T10:%02d:00Z\"}"
        .formatted(task, message, minute);
  }

  private Path file() {
    return InputLineFixtures.file(
        folder,
        "a.jsonl",
        failure("T1", 0, "tsc: Found 1 errors in login.ts"),
        failure("T2", 0, "x is undefined"),
        failure("T1", 1, "lint: Found 3 errors in src"),
        failure("T2", 2, "y is undefined"),
        failure("T1", 3, "tsc: Found 5 errors in session.ts"),
        failure("T1", 4, "lint: Found 8 errors in src and lib"));
  }

  @Test
  void verdictByEvaluationHasTheEventNumberAndTheEvaluator() {
    // When
    ReplayRun played = ReplayRun.of(POLICIES, InProcessEngine.NO_CLAMP, List.of(file().toString()));

    // Then
    assertThat(played.lines("verdict"))
        .extracting(line -> line.get("event").asInt() + " " + line.get("reason").asText())
        .containsExactly("6 Moving away from goal (judged by rules)");
    assertThat(played.lines("verdict"))
        .extracting(line -> line.get("loopType").asText())
        .containsOnly("regressive_progress");
    assertThat(played.problems()).isEmpty();
  }

  @Test
  void twoRunsGiveTheSameBytes() {
    // Given
    List<String> files = List.of(file().toString());

    // When
    String first = ReplayRun.of(POLICIES, InProcessEngine.NO_CLAMP, files).out();

    // Then
    assertThat(ReplayRun.of(POLICIES, InProcessEngine.NO_CLAMP, files).out())
        .isEqualTo(first)
        .isNotEmpty();
  }

  @Test
  void verdictsByEvaluationDoNotDependOnOtherTasks() {
    // Given
    Path alone =
        InputLineFixtures.file(
            folder,
            "b.jsonl",
            failure("T1", 0, "tsc: Found 1 errors in login.ts"),
            failure("T1", 1, "lint: Found 3 errors in src"),
            failure("T1", 3, "tsc: Found 5 errors in session.ts"),
            failure("T1", 4, "lint: Found 8 errors in src and lib"));

    // When
    List<JsonNode> verdictsWithOtherTask =
        ReplayRun.of(POLICIES, InProcessEngine.NO_CLAMP, List.of(file().toString())).lines();
    List<JsonNode> verdictsAlone =
        ReplayRun.of(POLICIES, InProcessEngine.NO_CLAMP, List.of(alone.toString())).lines();

    // Then
    assertThat(verdictsAlone)
        .extracting(line -> line.get("loopId") + " " + line.get("loopCount"))
        .isEqualTo(
            verdictsWithOtherTask.stream()
                .map(line -> line.get("loopId") + " " + line.get("loopCount"))
                .toList());
  }
}
