package dev.eddyline.replay;

import static dev.eddyline.replay.InputLineFixtures.failure;
import static dev.eddyline.replay.InputLineFixtures.file;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comparisons of the same events under two policies. */
class ComparisonTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  private record Compared(String out, String problems, String summary, int refusals) {

    List<JsonNode> lines() throws Exception {
      List<JsonNode> lines = new ArrayList<>();
      for (String line : out.lines().toList()) {
        lines.add(JSON.readTree(line));
      }
      return lines;
    }
  }

  private static Compared compare(Policy one, Policy other, Path file) throws Exception {
    var out = new ByteArrayOutputStream();
    var problems = new ByteArrayOutputStream();
    try (var outStream = new PrintStream(out, true, StandardCharsets.UTF_8);
        var problemStream = new PrintStream(problems, true, StandardCharsets.UTF_8)) {
      var comparison =
          new Comparison(
              Policies.ofSinglePolicy(one),
              Policies.ofSinglePolicy(other),
              GraphSnapshot.NONE,
              InProcessEngine.NO_CLAMP,
              outStream,
              problemStream);
      ComparisonSummary summary = comparison.play(List.of(file.toString()));
      return new Compared(
          out.toString(StandardCharsets.UTF_8),
          problems.toString(StandardCharsets.UTF_8),
          summary.toString(),
          summary.rejectedCount());
    }
  }

  private static Policy policy(String name, String yaml) {
    return PolicyReader.read("test", "name: " + name + "\n" + yaml);
  }

  private final Policy lenientPolicy =
      policy("patient", "identical_failure: {}\ngate: {loops: 3, attempts: null}");
  private final Policy strictPolicy =
      policy("strict", "identical_failure: {}\ngate: {loops: 1, attempts: null}");
  private final Policy disabledPolicy = policy("silent", "enabled: false\nidentical_failure: {}");

  @Test
  void outputUnderOnlyOnePolicyIsReportedAsADifference() throws Exception {
    // Given
    Path events = file(folder, "a.jsonl", failure("T1"), failure("T2"), failure("T1"));

    // When
    Compared compared = compare(strictPolicy, disabledPolicy, events);

    // Then
    assertThat(compared.out())
        .isEqualTo(
            "{\"event\":3,\"kind\":\"difference\",\"taskId\":\"T1\",\"under\":{\"strict\":"
                + "{\"loopType\":\"identical_failure\",\"trips\":[\"identical_failure\"],"
                + "\"action\":\"escalate\",\"target\":\"user\",\"loopCount\":1,\"attempts\":2,"
                + "\"measured\":2,\"shadow\":false,\"gate\":{\"state\":\"opened\","
                + "\"reason\":\"Loop detected after 1 attempt\",\"action\":\"escalate\","
                + "\"target\":\"user\"}},\"silent\":null}}\n");
    assertThat(compared.summary().lines())
        .containsExactly(
            "policy: strict (version %s); compared: silent (version %s)"
                .formatted(strictPolicy.version(), disabledPolicy.version()),
            "events: 3, rejected lines: 0",
            "verdicts: only under strict 1, only under silent 0, changed 0, equal 0",
            "gates: only under strict 1, only under silent 0, changed 0, equal 0");
  }

  @Test
  void differentOutputsAreReportedForBothPolicies() throws Exception {
    // Given
    Path events = file(folder, "a.jsonl", failure("T1"), failure("T1"));

    // When
    Compared compared = compare(lenientPolicy, strictPolicy, events);

    // Then
    JsonNode under = compared.lines().get(0).path("under");
    assertThat(under.path("patient").path("action").asText()).isEqualTo("retry_with_hint");
    assertThat(under.path("patient").path("gate").isNull()).isTrue();
    assertThat(under.path("strict").path("action").asText()).isEqualTo("escalate");
    assertThat(under.path("strict").path("gate").path("state").asText()).isEqualTo("opened");
    assertThat(compared.summary())
        .contains("verdicts: only under patient 0, only under strict 0, changed 1, equal 0")
        .contains("gates: only under patient 0, only under strict 1, changed 0, equal 0");
  }

  @Test
  void policyComparedWithItselfHasNoDifference() throws Exception {
    // Given
    Path events = file(folder, "a.jsonl", failure("T1"), failure("T1"), failure("T1"));

    // When
    Compared compared = compare(lenientPolicy, lenientPolicy, events);

    // Then
    assertThat(compared.out()).isEmpty();
    assertThat(compared.summary())
        .contains("only under patient 0, only under patient (compared) 0, changed 0, equal 2");
  }

  @Test
  void twoRunsGiveTheSameBytes() throws Exception {
    // Given
    Path stories = Path.of("src/tools/main/resources/stories/phases.jsonl");
    Policy phases = Policies.preset("phases");
    Policy byDefault = Policies.preset("default");

    // When
    Compared first = compare(byDefault, phases, stories);
    Compared second = compare(byDefault, phases, stories);

    // Then
    assertThat(first.out()).isNotEmpty().isEqualTo(second.out());
    assertThat(first.summary()).isEqualTo(second.summary());
  }

  @Test
  void invalidLineIsReportedOnce() throws Exception {
    // Given
    Path events = file(folder, "a.jsonl", "not json", failure("T1"));

    // When
    Compared compared = compare(lenientPolicy, strictPolicy, events);

    // Then
    assertThat(compared.problems().lines())
        .singleElement()
        .asString()
        .startsWith("line 1 (" + events + ":1): ");
    assertThat(compared.refusals()).isEqualTo(1);
  }

  @Test
  void eventRejectedUnderOnePolicyIsReportedWithThatPolicy() throws Exception {
    // Given: the gate of the decision is open under the strict policy only
    Path strictEvents = file(folder, "a.jsonl", failure("T1"), failure("T1"));
    String gate = gateId(strictEvents);
    Path events =
        file(
            folder,
            "a.jsonl",
            failure("T1"),
            failure("T1"),
            "{\"taskId\":\"T1\",\"type\":\"human_intervened\",\"decision\":\"approve\","
                + "\"guidance\":\"g\",\"by\":\"ann\",\"gateId\":\""
                + gate
                + "\"}");

    // When
    Compared compared = compare(lenientPolicy, strictPolicy, events);

    // Then
    assertThat(compared.problems())
        .startsWith("line 3 (" + events + ":3): under patient: human_intervened.gateId:");
    assertThat(compared.lines().get(1).path("under").path("patient").isNull()).isTrue();
    assertThat(
            compared
                .lines()
                .get(1)
                .path("under")
                .path("strict")
                .path("gate")
                .path("state")
                .asText())
        .isEqualTo("closed");
  }

  private String gateId(Path events) throws Exception {
    var out = new ByteArrayOutputStream();
    try (var stream = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      new Replay(
              Policies.ofSinglePolicy(strictPolicy), InProcessEngine.NO_CLAMP, stream, System.err)
          .play(List.of(events.toString()));
    }
    String last = out.toString(StandardCharsets.UTF_8).lines().reduce((a, b) -> b).orElseThrow();
    return JSON.readTree(last).path("gateId").asText();
  }
}
