package dev.eddyline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.ToolCalled;
import dev.eddyline.schema.ToolReturned;
import dev.eddyline.schema.UserMessage;
import dev.eddyline.schema.WaitingStarted;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventReaderTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00.123456Z");

  private final EventReader reader =
      new EventReader(EventDefaults.live(() -> NOW, () -> "a-new-id"));

  @Test
  void everyFieldOfTheEnvelopeAndTheBodyIsRead() throws InvalidEventException {
    // Given
    String line =
        """
        {"eventId":"e1","taskId":"t1","rootTaskId":"r","parentTaskId":"p","workflow":"w",
         "agentId":"a","sessionId":"s","occurredAt":1772359200000,"tokens":12,"costUsd":0.5,
         "replyRequested":true,"type":"failure_reported","message":"boom","errorType":"runtime",
         "location":"a.ts:1","stackTrace":"at x","step":"build"}\
        """;

    // When
    ParsedEvents read = reader.read(line);

    // Then
    FailureReported body = new FailureReported("boom", "runtime", "a.ts:1", "at x", "build");
    Instant at = Instant.parse("2026-03-01T10:00:00Z");
    assertThat(read.event())
        .isEqualTo(
            new AgentEvent(
                "e1", "t1", "r", "p", "w", "a", "s", at, 12L, 0.5, true, body, null, null));
    assertThat(read.ignored()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tool_called, t:toolu_1:called",
    "tool_returned, t:toolu_1:returned",
    "tool_call, t:toolu_1:returned",
  })
  void anEventOfACallHasTheIdThatHooksAndTelemetryGiveIt(String type, String eventId)
      throws InvalidEventException {
    // Given
    String line = "{\"taskId\":\"t\",\"type\":\"%s\",\"callId\":\"toolu_1\",\"tool\":\"ls\"%s}";

    // When
    AgentEvent derived = reader.read(line.formatted(type, "")).event();
    AgentEvent own = reader.read(line.formatted(type, ",\"eventId\":\"e\"")).event();

    // Then
    assertThat(derived.getEventId()).isEqualTo(eventId);
    assertThat(own.getEventId()).startsWith("e").doesNotContain("toolu_1");
  }

  @Test
  void theTypeIsReadInAnyLetterCase() throws InvalidEventException {
    // When
    ParsedEvents read =
        reader.read("{\"taskId\":\"t\",\"type\":\"USER_MESSAGE\",\"text\":\"Go on.\"}");

    // Then
    assertThat(read.event().getBody()).isEqualTo(new UserMessage("Go on."));
  }

  @Test
  void onlyTaskTypeAndTheTypesOwnFieldsAreRequired() throws InvalidEventException {
    // When
    AgentEvent event = event("{\"taskId\":\"t\",\"type\":\"step_started\",\"step\":\"plan\"}");

    // Then
    assertThat(event.getEventId()).isEqualTo("a-new-id");
    assertThat(event.getOccurredAt()).isEqualTo(Instant.parse("2026-03-01T10:00:00.123Z"));
    assertThat(event.getAgentId()).isEqualTo("unknown");
    assertThat(event.getRootTaskId()).isNull();
    assertThat(event.getReplyRequested()).isFalse();
    assertThat(event.getBody()).isEqualTo(new StepStarted("plan", false));
  }

  @Test
  void nullIsAsGoodAsAbsent() throws InvalidEventException {
    // When
    AgentEvent event =
        event(
            """
            {"taskId":"t","agentId":null,"tokens":null,"occurredAt":null,"replyRequested":null,
             "type":"step_started","step":"plan","proposed":null}\
            """);

    // Then
    assertThat(event.getAgentId()).isEqualTo("unknown");
    assertThat(event.getTokens()).isNull();
    assertThat(event.getReplyRequested()).isFalse();
    assertThat(event.getBody()).isEqualTo(new StepStarted("plan", false));
  }

  @Test
  void anAbsentListIsUnknownAndAnEmptyOneIsNone() throws InvalidEventException {
    // When
    AgentEvent event =
        event("{\"taskId\":\"t\",\"type\":\"task_attempted\",\"status\":\"done\",\"blockers\":[]}");

    // Then
    assertThat(event.getBody())
        .isEqualTo(new TaskAttempted(TaskStatus.DONE, List.of(), null, false));
  }

  @ParameterizedTest
  @CsvSource({
    "pending, PENDING",
    "in_progress, IN_PROGRESS",
    "blocked, BLOCKED",
    "done, DONE",
  })
  void symbolsAreLowerCaseInJson(String json, TaskStatus status) throws InvalidEventException {
    // When
    AgentEvent event =
        event("{\"taskId\":\"t\",\"type\":\"task_attempted\",\"status\":\"" + json + "\"}");

    // Then
    assertThat(((TaskAttempted) event.getBody()).getStatus()).isEqualTo(status);
  }

  @Test
  void aDecisionOfSeveralWordsIsRead() throws InvalidEventException {
    // When
    AgentEvent event =
        event(
            """
            {"taskId":"t","type":"human_intervened","decision":"approve_other_agent",
             "guidance":"","by":"ann"}\
            """);

    // Then
    assertThat(event.getBody())
        .isEqualTo(new HumanIntervened(null, Decision.APPROVE_OTHER_AGENT, "", "ann", null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1772359200000",
        "1772359200000.0",
        "1.7723592e12",
        "\"2026-03-01T10:00:00Z\"",
        "\"2026-03-01T10:00Z\"",
        "\"2026-03-01T10:00:00.000999Z\"",
        "\"2026-03-01T19:00:00+09:00\"",
        "\"2026-03-01T19:00:00+0900\"",
        "\"2026-03-01T19:00:00+09\"",
        "\"2026-03-01T04:30:00.000-05:30\"",
      })
  void aMomentIsEpochMillisecondsOrIso8601WithAnOffset(String json) throws InvalidEventException {
    // When
    AgentEvent event =
        event(
            "{\"taskId\":\"t\",\"type\":\"waiting_started\",\"reason\":\"ci\",\"occurredAt\":"
                + json
                + ",\"until\":"
                + json
                + "}");

    // Then
    Instant expected = Instant.parse("2026-03-01T10:00:00Z");
    assertThat(event.getOccurredAt()).isEqualTo(expected);
    assertThat(event.getBody()).isEqualTo(new WaitingStarted("ci", expected, true));
  }

  @Test
  void integralDecimalIsReadAsInteger() throws InvalidEventException {
    // When
    AgentEvent event =
        event(
            """
            {"taskId":"t","tokens":3.0,"type":"progress_reported","testsTotal":1e2,
             "coveragePercent":100,"linesWritten":2147483647}\
            """);

    // Then
    ProgressReported body = (ProgressReported) event.getBody();
    assertThat(event.getTokens()).isEqualTo(3L);
    assertThat(body.getTestsTotal()).isEqualTo(100);
    assertThat(body.getCoveragePercent()).isEqualTo(100.0);
    assertThat(body.getLinesWritten()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void namesWithoutAFieldAreReportedInTheirOrder() throws InvalidEventException {
    // When
    ParsedEvents read =
        reader.read(
            """
            {"sesionId":"s","taskId":"t","type":"step_started","step":"x","message":"of another",
             "body":{"deep":[1]}}\
            """);

    // Then
    assertThat(read.ignored()).containsExactly("sesionId", "message", "body");
    assertThat(read.known())
        .startsWith("type")
        .contains("sessionId", "step", "proposed")
        .doesNotContain("message", "body");
  }

  @Test
  void aByteOrderMarkBeforeTheObjectIsNoFault() throws InvalidEventException {
    // When
    AgentEvent event = event("\uFEFF{\"taskId\":\"t\",\"type\":\"user_message\",\"text\":\"\"}");

    // Then
    assertThat(event.getTaskId()).isEqualTo("t");
  }

  @Test
  void nulCharacterIsPreservedAndLoneSurrogateIsReplaced() throws InvalidEventException {
    // When
    FailureReported body =
        (FailureReported)
            event(
                    "{\"taskId\":\"t\",\"type\":\"failure_reported\","
                        + "\"message\":\"a\\u0000\\ud83d\\ude00\\ud83d!\\ude00\"}")
                .getBody();

    // Then
    assertThat(body.getMessage()).isEqualTo("a\0\ud83d\ude00\uFFFD!\uFFFD");
  }

  private AgentEvent event(String line) throws InvalidEventException {
    return reader.read(line).event();
  }

  @Test
  void aToolCallIsACallAndItsResult() throws InvalidEventException {
    // Given
    String line =
        """
        {"eventId":"e","taskId":"t","type":"tool_call","tool":"shell","arguments":{"b":1,"a":[2]},
         "output":"denied","isError":true,"replyRequested":true,"tokens":7}\
        """;

    // When
    List<AgentEvent> events = reader.read(line).events();

    // Then
    assertThat(events)
        .extracting(AgentEvent::getEventId, AgentEvent::getReplyRequested, AgentEvent::getTokens)
        .containsExactly(tuple("e:called", false, null), tuple("e:returned", true, 7L));
    assertThat(events)
        .extracting(AgentEvent::getBody)
        .containsExactly(
            new ToolCalled("e", "shell", "{\"a\":[2],\"b\":1}", null, null),
            new ToolReturned("e", "shell", "denied", true));
  }

  @Test
  void aToolCallsProblemsAreNamedOnce() {
    assertThatThrownBy(() -> reader.read("{\"taskId\":\"t\",\"type\":\"tool_call\"}"))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            invalid ->
                assertThat(invalid.problems()).containsExactly("tool_call.tool is required"));
  }

  @Test
  void theSnakeCaseTwinOfAFieldIsRefusedByName_andAnyOtherNameIsIgnored() {
    assertThatThrownBy(
            () ->
                reader.read(
                    "{\"taskId\":\"t\",\"type\":\"user_message\",\"text\":\"x\",\"agent_id\":\"a\",\"agentID\":1}"))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            invalid ->
                assertThat(invalid.problems())
                    .containsExactly("agent_id is not a field: write agentId"));
  }

  @ParameterizedTest
  @CsvSource({
    "1795450000,looks like seconds; milliseconds are expected",
    "'\"1999-12-31T23:59:59Z\"',must be ≥ 2000-01-01T00:00:00Z",
    "'\"2026-03-02T10:00:01Z\"',must not be more than a day ahead",
  })
  void implausibleTimeIsRejected(String occurredAt, String problem) {
    assertThatThrownBy(
            () ->
                reader.read(
                    "{\"taskId\":\"t\",\"type\":\"user_message\",\"text\":\"x\",\"occurredAt\":%s}"
                        .formatted(occurredAt)))
        .isInstanceOf(InvalidEventException.class)
        .hasMessageContaining("occurredAt")
        .hasMessageContaining(problem);
  }

  @Test
  void symbolsAreReadInAnyLetterCase() throws InvalidEventException {
    assertThat(
            event("{\"taskId\":\"t\",\"type\":\"task_attempted\",\"status\":\"In_Progress\"}")
                .getBody())
        .isEqualTo(new TaskAttempted(TaskStatus.IN_PROGRESS, null, null, false));
  }
}
