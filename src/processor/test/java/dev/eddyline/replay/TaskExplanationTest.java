package dev.eddyline.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.graph.source.GraphSnapshot;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.policy.Policies;
import dev.eddyline.policy.PolicyDraft;
import dev.eddyline.policy.PolicyReader;
import dev.eddyline.schema.AgentEvent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the detectors made of each event of a task, in words for a person. */
class TaskExplanationTest {

  private static final Instant RECORDED_AT = Instant.parse("2026-03-01T10:00:00Z");

  private String summary;

  private List<String> explain(Policies policies, String... lines) throws Exception {
    return explain(Duration.ZERO, policies, lines);
  }

  /** Explains events whose records are so far apart. */
  private List<String> explain(Duration apart, Policies policies, String... lines)
      throws Exception {
    List<String> explained = new ArrayList<>();
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    TaskExplanation explanation =
        new TaskExplanation(policies, GraphSnapshot.NONE, "T", Optional.empty());
    int number = 0;
    for (String line : lines) {
      defaults.setNextLinePosition("file", ++number);
      for (AgentEvent event : reader.read(line).events()) {
        Instant at = RECORDED_AT.plus(apart.multipliedBy(number));
        explanation.explain(event, at).map(ExplainedEvent::toText).ifPresent(explained::add);
      }
    }
    summary = explanation.summary();
    return explained;
  }

  private static final Policies DEFAULT = Policies.ofSinglePolicy(Policies.preset("default"));

  private static String call(String command, String output) {
    return """
        {"taskId":"T","agentId":"a","type":"tool_call","tool":"shell",\
        "arguments":{"command":"%s"},"output":"%s"}"""
        .formatted(command, output);
  }

  private static String event(String fields) {
    return "{\"taskId\":\"T\",\"agentId\":\"a\"," + fields + "}";
  }

  /** What is after the arrow in the line of the event with this number. */
  private static String treatment(List<String> lines, int number) {
    return lines.get(number - 1).replaceFirst(".*?→ ", "");
  }

  private static Policies policy(String more) {
    return Policies.ofSinglePolicy(
        PolicyReader.read("test", "name: test\nextends: default\n" + more));
  }

  private static final String FAILURE =
      event("\"type\":\"failure_reported\",\"message\":\"TypeError: x\"");

  @Test
  void exampleOfTheGuideIsReal() throws Exception {
    // When
    List<String> lines =
        explain(
            DEFAULT,
            event("\"type\":\"task_started\",\"goal\":\"Repair the parser\""),
            call("make test", "8 tests failing"),
            call("make test", "8 tests failing"),
            event("\"type\":\"failure_reported\",\"eventId\":\"f\",\"message\":\"TypeError: x\""),
            event("\"type\":\"failure_reported\",\"eventId\":\"f\",\"message\":\"TypeError: x\""));

    // Then
    String page = Files.readString(Path.of("docs/how-to/why-no-verdict.md"));
    String shown = summary.replaceFirst("version \\w+", "version …");
    assertThat(page).contains(String.join("\n", lines) + "\n" + shown + "\n");
  }

  @Test
  void countIsFollowedUpToTheVerdict() throws Exception {
    // When
    List<String> lines =
        explain(
            DEFAULT,
            call("make test", "8 tests failing"),
            call("make test", "8 tests failing"),
            call("make test", "8 tests failing"));

    // Then
    assertThat(treatment(lines, 2)).startsWith("done: ").contains("a new result, which resets");
    assertThat(treatment(lines, 4)).contains("repeated_action exact 2 of 3");
    assertThat(treatment(lines, 6))
        .contains("verdict repeated_action, action ")
        .contains("repeated_action exact 3 of 3");
    assertThat(summary).startsWith("events with a verdict: 1; ").contains("new_result 1");
  }

  @Test
  void mutedEventNamesItsMute() throws Exception {
    // When
    List<String> lines =
        explain(
            policy("mutes:\n  - {tool: shell, reason: it polls, until: 2030-01-01T00:00:00Z}\n"),
            call("make test", "8 tests failing"));

    // Then
    assertThat(treatment(lines, 2))
        .isEqualTo("muted until 2030-01-01T00:00:00Z: tool shell (it polls)");
  }

  @Test
  void shadowVerdictIsMarked() throws Exception {
    // When
    List<String> lines = explain(policy("mode: shadow\n"), FAILURE, FAILURE);

    // Then
    assertThat(treatment(lines, 1)).isEqualTo("identical_failure 1 of 2");
    assertThat(treatment(lines, 2))
        .startsWith("verdict identical_failure (mode shadow: nothing is blocked), action ");
    assertThat(summary).contains("mode shadow");
  }

  @Test
  void waitsRetriesAndFaultsDoNotCount() throws Exception {
    // When
    String called =
        "\"type\":\"tool_called\",\"callId\":\"%s\",%s\"tool\":\"t\",\"arguments\":\"x\"";
    List<String> lines =
        explain(
            DEFAULT,
            event(called.formatted("c1", "")),
            event(called.formatted("c2", "\"retryOf\":\"c1\",")),
            event("\"type\":\"waiting_started\",\"reason\":\"build\""),
            call("make test", "8 tests failing"),
            event("\"type\":\"waiting_ended\",\"reason\":\"build\""),
            event(called.formatted("c3", "")),
            event(
                "\"type\":\"tool_returned\",\"callId\":\"c3\",\"tool\":\"t\",\"isError\":true,"
                    + "\"output\":\"HTTP 503 Service Unavailable from https://api.example.com\""));

    // Then
    assertThat(treatment(lines, 2)).isEqualTo("transport retry of call c1: not a repetition");
    assertThat(treatment(lines, 5))
        .isEqualTo("the agent waits until 2000-01-01T01:00:00Z: repetitions do not count");
    assertThat(treatment(lines, 8)).startsWith("external fault (dependency): ");
  }

  @Test
  void progressAndResetsAreNamed() throws Exception {
    // When
    List<String> lines =
        explain(
            DEFAULT,
            call("make test", "8 tests failing"),
            event("\"type\":\"user_message\",\"text\":\"go on\""),
            event("\"type\":\"progress_reported\",\"testsFailed\":5,\"testsTotal\":8"),
            event("\"type\":\"progress_reported\",\"testsFailed\":3,\"testsTotal\":8"),
            event("\"type\":\"task_completed\",\"outcome\":\"success\""));

    // Then
    assertThat(treatment(lines, 3)).startsWith("a user message resets repeated_action");
    assertThat(treatment(lines, 5)).startsWith("progress: Test metrics show improvement");
    assertThat(treatment(lines, 6)).endsWith("are reset: Task completed successfully");
  }

  @Test
  void decisionOfAPersonIsPartOfTheTask() throws Exception {
    // When
    List<String> lines =
        explain(
            DEFAULT,
            FAILURE,
            FAILURE,
            FAILURE,
            event(
                "\"type\":\"human_intervened\",\"decision\":\"approve\",\"guidance\":\"g\","
                    + "\"by\":\"lead\""));

    // Then
    assertThat(treatment(lines, 3)).contains("gate opened");
    assertThat(treatment(lines, 4)).contains("gate closed").contains("Human intervention");
  }

  @Test
  void aReplyAtAnOpenGateSaysSo() throws Exception {
    // When
    List<String> lines =
        explain(
            DEFAULT,
            FAILURE,
            FAILURE,
            FAILURE,
            event("\"type\":\"step_started\",\"step\":\"test\",\"replyRequested\":true"));

    // Then
    assertThat(treatment(lines, 4)).contains("reply escalate: a gate waits for a decision");
  }

  @Test
  void eventOfTheRootIsShownOnlyWithAnOutput() throws Exception {
    // When
    String root = "{\"taskId\":\"R\",\"agentId\":\"lead\",\"type\":\"%s\",\"%s\":\"%s\"}";
    List<String> lines =
        explain(
            DEFAULT,
            root.formatted("task_started", "goal", "Repair"),
            event("\"type\":\"step_started\",\"step\":\"test\",\"rootTaskId\":\"R\""),
            root.formatted("task_completed", "outcome", "success"));

    // Then
    assertThat(lines).hasSize(2);
    assertThat(treatment(lines, 2)).startsWith("event of task R; ").contains("are reset");
  }

  @Test
  void lateEventCountsTowardsNoLoop() throws Exception {
    // When
    String at = "\"type\":\"step_started\",\"step\":\"s%d\",\"occurredAt\":%d";
    List<String> events = new ArrayList<>();
    for (int number = 0; number < 40; number++) {
      events.add(event(at.formatted(number, 1_700_000_000_000L + number)));
    }
    events.add(event(at.formatted(99, 1_600_000_000_000L)));
    List<String> lines = explain(DEFAULT, events.toArray(String[]::new));

    // Then
    assertThat(treatment(lines, 41)).startsWith("late: older than the deduplication horizon");
  }

  @Test
  void eventsAfterOneFarInTheFutureAreNotLate() throws Exception {
    // When
    String at = "\"type\":\"step_started\",\"step\":\"s%d\",\"occurredAt\":%d";
    List<String> events = new ArrayList<>();
    for (int number = 0; number < 40; number++) {
      events.add(event(at.formatted(number, 4_000_000_000_000L + number)));
    }
    events.add(event(at.formatted(99, RECORDED_AT.plusSeconds(41).toEpochMilli())));
    List<String> lines = explain(Duration.ofSeconds(1), DEFAULT, events.toArray(String[]::new));

    // Then
    assertThat(lines).hasSize(41).noneMatch(line -> line.contains("late: "));
  }

  @Test
  void taskWithoutRecordsForLongIsExpired() throws Exception {
    // When
    List<String> lines = explain(Duration.ofDays(2), DEFAULT, FAILURE, FAILURE);

    // Then
    assertThat(lines)
        .extracting(line -> line.replaceFirst(".*?→ ", ""))
        .containsOnly("identical_failure 1 of 2");
  }

  @Test
  void deadLetteredEventHasItsReason() throws Exception {
    // When
    List<String> lines =
        explain(DEFAULT, FAILURE.replace("\"a\"", "\"" + "a".repeat(2_000) + "\""));

    // Then
    assertThat(treatment(lines, 1))
        .isEqualTo("dead-lettered: agentId must be ≤ 1024 characters, was 2000");
    assertThat(summary).contains("dead_lettered 1");
  }

  @Test
  void workflowThatIsKnownOtherwiseChoosesThePolicy() throws Exception {
    // Given
    Policies policies =
        Policies.read(
            List.of(
                new PolicyDraft("d", "name: d\nextends: default\n"),
                new PolicyDraft("pay", "name: pay\nextends: default\nworkflow: pay\n")));
    ReplayDefaults defaults = new ReplayDefaults();
    defaults.setNextLinePosition("file", 1);
    TaskExplanation explanation =
        new TaskExplanation(policies, GraphSnapshot.NONE, "T", Optional.of("pay"));
    // When
    for (AgentEvent event : new EventReader(defaults).read(FAILURE).events()) {
      explanation.explain(event, RECORDED_AT);
    }

    // Then
    assertThat(explanation.summary()).contains("policy: pay (");
  }

  @Test
  void unreadableRecordHasItsReason() {
    // When
    TaskExplanation explanation =
        new TaskExplanation(DEFAULT, GraphSnapshot.NONE, "T", Optional.empty());
    ExplainedEvent explained = explanation.explainUnreadable("T", Instant.EPOCH, "not an event");

    // Then
    assertThat(explained.toText())
        .isEqualTo("1  1970-01-01T00:00:00Z  unreadable record  → dead-lettered: not an event");
  }

  @Test
  void secretsAreRedactedAndJsonHasTheFieldsOfAReplay() throws Exception {
    // Given
    String secret = "ghp_" + "a1B2c3D4e5F6".repeat(3);
    TaskExplanation explanation =
        new TaskExplanation(DEFAULT, GraphSnapshot.NONE, "T", Optional.empty());
    ReplayDefaults defaults = new ReplayDefaults();
    defaults.setNextLinePosition("file", 1);
    List<ExplainedEvent> explained = new ArrayList<>();

    // When
    for (AgentEvent event : new EventReader(defaults).read(call("cat", secret)).events()) {
      explanation.explain(event, RECORDED_AT).ifPresent(explained::add);
    }

    // Then
    assertThat(explained).extracting(ExplainedEvent::toText).noneMatch(it -> it.contains(secret));
    assertThat(explained.get(1).toJson())
        .doesNotContain(secret)
        .startsWith(
            "{\"event\":2,\"kind\":\"outcome\",\"taskId\":\"T\",\"agentId\":\"a\",\"tool\":\"shell\",\"outcome\":")
        .contains("\"type\":\"tool_returned\"", "\"notes\":[");
  }
}
