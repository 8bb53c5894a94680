package dev.eddyline.replay;

import static dev.eddyline.replay.InputLineFixtures.decision;
import static dev.eddyline.replay.InputLineFixtures.failure;
import static dev.eddyline.replay.InputLineFixtures.file;
import static dev.eddyline.replay.InputLineFixtures.success;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.embedded.InProcessEngine;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.Policy;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.GateState;
import dev.eddyline.yaml.Printable;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The outputs of a replay, and its reports of rejected lines. */
class ReplayTest {

  @TempDir private Path folder;

  private static List<Integer> events(List<JsonNode> lines) {
    return lines.stream().map(line -> line.get("event").asInt()).toList();
  }

  @Test
  void writesVerdictsGatesAndResetsInTheOrderOfTheEvents() {
    // Given
    Path file = file(folder, "a.jsonl", failure("T1"), failure("T1"), failure("T1"), success("T1"));

    // When
    ReplayRun played = ReplayRun.of(file);

    // Then
    assertThat(played.lines())
        .extracting(line -> line.get("event").asInt() + " " + line.get("kind").asText())
        .containsExactly("2 verdict", "3 verdict", "3 gate", "4 gate", "4 reset");
    assertThat(played.lines("gate"))
        .extracting(line -> line.get("state").asText())
        .containsExactly("opened", "closed");
    assertThat(played.lines("reset"))
        .extracting(JsonNode::toString)
        .containsExactly(
            "{\"event\":4,\"kind\":\"reset\",\"taskId\":\"T1\","
                + "\"reason\":\"Task completed successfully\",\"previousCount\":2}");
    assertThat(played.problems()).isEmpty();
  }

  @Test
  void sessionVerdictHasTheLineNumberOfTheEventThatCausedIt() {
    // Given
    String attempt =
        "{\"taskId\":\"%s\",\"sessionId\":\"s1\",\"type\":\"task_attempted\",\"status\":\"pending\"}";
    String a = attempt.formatted("A");
    String b = attempt.formatted("B");
    Path file = file(folder, "a.jsonl", a, b, a, b, a, b, failure("A"), b, a, b);

    // When
    ReplayRun played = ReplayRun.of(file);

    // Then
    assertThat(played.lines())
        .extracting(line -> line.get("event").asInt() + " " + line.get("kind").asText())
        .containsExactly("6 verdict", "10 verdict", "10 gate");
    assertThat(played.lines("verdict"))
        .extracting(line -> line.get("loopType").asText() + " " + line.get("target").asText())
        .containsExactly("cross_task_cycle planner", "cross_task_cycle user");
    assertThat(played.problems()).isEmpty();
    assertThat(ReplayRun.of(file).out()).isEqualTo(played.out());
  }

  @Test
  void bidiAndC1ControlCharactersAreEscapedInJson() {
    // Given
    String hostile = failure("T1").replace("boom", "boom \\u202egnp.\\u2028\\u009b[2J");
    Path file = file(folder, "a.jsonl", hostile, hostile);

    // When
    ReplayRun played = ReplayRun.of(file);

    // Then
    assertThat(Printable.isPrintable(played.out().strip().replace("\n", ""))).isTrue();
    assertThat(played.lines("verdict").get(0).at("/evidence/0/what").asText())
        .contains("boom \u202egnp.\u2028\u009b[2J");
  }

  @Test
  void theSummaryNamesThePoliciesInForceWithTheirVersions() {
    // Given
    Path file = file(folder, "a.jsonl", failure("T1"));
    Policy ours = PolicyReader.read("ours", "name: ours\nworkflow: build\n");
    Policy rest = Policies.preset("default");
    Policies policies = new Policies(Map.of("build", ours), rest);

    // When
    String summary =
        ReplayRun.of(policies, InProcessEngine.NO_CLAMP, List.of(file.toString()))
            .summary()
            .toString();

    // Then
    assertThat(summary.lines())
        .first()
        .isEqualTo(
            "policy: ours (version %s, workflow 'build'), default (version %s)"
                .formatted(ours.version(), rest.version()));
  }

  @Test
  void verdictHasAllFieldsInTheSpecifiedOrder() {
    // Given
    Path file = file(folder, "a.jsonl", failure("T1"), failure("T1"), failure("T1"));

    // When
    JsonNode verdict = ReplayRun.of(file).lines("verdict").get(1);

    // Then
    assertThat(verdict.fieldNames())
        .toIterable()
        .containsExactly(
            "event",
            "kind",
            "taskId",
            "rootTaskId",
            "loopType",
            "trips",
            "matchKind",
            "pattern",
            "period",
            "loopId",
            "loopCount",
            "attempts",
            "measured",
            "limit",
            "action",
            "target",
            "text",
            "reason",
            "evidence",
            "shadow");
    assertThat(verdict.get("loopType").asText()).isEqualTo("identical_failure");
    assertThat(verdict.get("measured").toString()).isEqualTo("3");
    assertThat(verdict.get("pattern").isNull()).isTrue();
    assertThat(verdict.get("evidence").get(0).get("eventId").asText()).isEqualTo(file + ":1");
  }

  @Test
  void twoRunsGiveTheSameBytes() {
    // Given
    Path first = file(folder, "a.jsonl", failure("T1"), failure("T2"), failure("T1"), "oops");
    Path second = file(folder, "b.jsonl", failure("T1"), failure("T2"), success("T2"));

    // When
    ReplayRun once = ReplayRun.of(first, second);
    ReplayRun again = ReplayRun.of(first, second);

    // Then
    assertThat(once.out()).isNotEmpty().isEqualTo(again.out());
    assertThat(once.problems()).isNotEmpty().isEqualTo(again.problems());
    assertThat(once.summary()).hasToString(again.summary().toString());
  }

  @Test
  void invalidLineIsReportedAndSkipped() {
    // Given
    Path first = file(folder, "a.jsonl", failure("T1"), "{\"taskId\":\"T1\"}");
    Path second = file(folder, "b.jsonl", "", "not json", "{\"taskId\":\"T1\",\"type\":\"nope\"}");
    Path third = file(folder, "c.jsonl", failure("T1"));

    // When
    ReplayRun played = ReplayRun.of(first, second, third);

    // Then
    assertThat(played.problems().lines())
        .hasSize(3)
        .satisfiesExactly(
            line -> assertThat(line).startsWith("line 2 (" + first + ":2): ").contains("type"),
            line -> assertThat(line).startsWith("line 4 (" + second + ":2): ").contains("JSON"),
            line -> assertThat(line).startsWith("line 5 (" + second + ":3): ").contains("'nope'"));
    assertThat(played.summary().rejectedCount()).isEqualTo(3);
    assertThat(played.summary().events()).isEqualTo(2);
    assertThat(events(played.lines())).containsExactly(6);
  }

  @Test
  void eventNumbersCountBlankAndInvalidLines() {
    // Given
    Path first = file(folder, "a.jsonl", "", failure("T1"), "bad", decision("T1", "no-such-gate"));
    Path second = file(folder, "b.jsonl", "  ", failure("T1"), failure("T1"));
    Path third = file(folder, "c.jsonl", "{\"taskId\":\"\",\"type\":\"x\"}", success("T1"));

    // When
    ReplayRun played = ReplayRun.of(first, second, third);

    // Then
    assertThat(events(played.lines("verdict"))).containsExactly(6, 7);
    assertThat(events(List.copyOf(evidence(played.lines("verdict").get(1)))))
        .containsExactly(2, 6, 7);
    assertThat(events(played.lines("gate"))).containsExactly(7, 9);
    assertThat(events(played.lines("reset"))).containsExactly(9);
  }

  private static List<JsonNode> evidence(JsonNode verdict) {
    List<JsonNode> evidence = new ArrayList<>();
    verdict.get("evidence").forEach(evidence::add);
    return evidence;
  }

  @Test
  void deadLetteredEventIsReportedLikeAnInvalidLine() {
    // Given
    String endless = "x".repeat(2000);
    Path file = file(folder, "a.jsonl", decision("T1", "gone"), failure(endless), failure("T1"));

    // When
    ReplayRun played = ReplayRun.of(file);

    // Then
    assertThat(played.problems().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("line 1 (").contains("gateId: that gate is not"),
            line -> assertThat(line).startsWith("line 2 (").contains("taskId must be ≤ 1024"));
    assertThat(played.summary().rejectedCount()).isEqualTo(2);
    assertThat(played.summary().toString()).doesNotContain("WRONG");
  }

  @Test
  void aDecisionThatNamesTheGateClosesIt() {
    // Given
    Path failures = file(folder, "a.jsonl", failure("T1"), failure("T1"), failure("T1"));
    String gateId = ReplayRun.of(failures).lines("gate").get(0).get("gateId").asText();
    Path human = file(folder, "b.jsonl", decision("T1", gateId));

    // When
    ReplayRun played = ReplayRun.of(failures, human);

    // Then
    assertThat(played.summary().gates(GateState.OPENED)).isEqualTo(1);
    assertThat(played.summary().gates(GateState.CLOSED)).isEqualTo(1);
    assertThat(events(played.lines("reset"))).containsExactly(4);
    assertThat(played.problems()).isEmpty();
  }

  @Test
  void replayTimeIsTheMaximumOfEveryEventTime() {
    // Given
    Path file =
        file(
            folder,
            "a.jsonl",
            failure("T1", "2030-01-01T00:00:00Z"),
            failure("T1", "2050-01-01T00:00:00Z"));

    // When
    ReplayRun free = ReplayRun.of(file);
    ReplayRun bound = ReplayRun.of(Instant.parse("2026-01-01T00:00:00Z"), List.of(file.toString()));

    // Then
    assertThat(free.lines()).isEmpty();
    assertThat(bound.lines("verdict")).hasSize(1);
  }

  @Test
  void summaryCountsEventsOutputsAndIgnoredInput() {
    // Given
    String known =
        "{\"taskId\":\"T1\",\"type\":\"step_started\",\"step\":\"a\",\"eventId\":\"e\",\"x\":1}";
    Path file = file(folder, "a.jsonl", failure("T1"), failure("T1"), known, known, "bad");

    // When
    ReplaySummary summary = ReplayRun.of(file).summary();

    // Then
    assertThat(summary.toString().lines())
        .containsExactly(
            "policy: default (version %s)".formatted(Policies.preset("default").version()),
            "events: 4, tasks: 1, rejected lines: 1",
            "verdicts: identical_failure 1",
            "gates: none",
            "resets: 0",
            "duplicate events, dropped: 1; late events, not counted: 0",
            "unknown fields, ignored: x 2 (first in %s:3)".formatted(file),
            "loops: 1, tasks with loops: 1; costly ones first",
            "  T1, -: identical_failure, 2 attempts: boom");
  }

  @Test
  void summaryListsNoFaultsOfOthers_andOneLineForEachLoop() {
    // Given
    String failure = "{\"taskId\":\"T1\",\"type\":\"failure_reported\",\"message\":\"%s\"%s}";
    String broken = failure.formatted("x\\nloops: 0", "");
    String limited = failure.formatted("slow down", ",\"errorType\":\"rate_limit\"");

    // When
    ReplaySummary summary =
        ReplayRun.of(file(folder, "a.jsonl", broken, broken, limited, limited)).summary();

    // Then
    assertThat(summary.toString().lines())
        .endsWith(
            "loops: 1, tasks with loops: 1; costly ones first",
            "  T1, -: identical_failure, 2 attempts: x loops: 0");
  }

  @Test
  void summaryListsTheNewestVerdictOfEachLoop_costlyOnesFirst() {
    // Given
    String time = "\"occurredAt\":\"2026-05-04T08:00:%02dZ\",\"tokens\":%d}";
    List<String> lines = new ArrayList<>();
    for (int attempt = 0; attempt < 3; attempt++) {
      for (String task : List.of("cheap", "dear")) {
        int tokens = task.equals("dear") ? 900 : 10;
        String failure = failure(task).replaceAll("}$", "," + time.formatted(attempt, tokens));
        lines.add(failure);
      }
    }

    // When
    ReplaySummary summary =
        ReplayRun.of(file(folder, "a.jsonl", lines.toArray(String[]::new))).summary();

    // Then
    assertThat(summary.toString().lines())
        .endsWith(
            "loops: 2, tasks with loops: 2; costly ones first",
            "  dear, 2026-05-04T08:00:02Z: identical_failure, 3 attempts, 2 s, 2700 tokens: boom",
            "  cheap, 2026-05-04T08:00:02Z: identical_failure, 3 attempts, 2 s, 30 tokens: boom");
  }
}
