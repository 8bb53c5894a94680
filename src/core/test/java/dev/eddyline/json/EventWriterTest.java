package dev.eddyline.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.AgentEvent;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.HumanIntervened;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.StepStarted;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.WaitingStarted;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventWriterTest {
  private final EventWriter writer = new EventWriter();

  @Test
  void defaultsThatTheReaderFillsInAreOmitted() {
    // Given
    AgentEvent event = event(new FailureReported("boom", null, null, null, null));

    // When
    String line = writer.write(event);

    // Then
    assertThat(line)
        .isEqualTo(
            "{\"eventId\":\"e\",\"taskId\":\"t\",\"occurredAt\":1000,"
                + "\"type\":\"failure_reported\",\"message\":\"boom\"}");
  }

  @Test
  void nonDefaultValuesAreWritten() {
    // Given
    AgentEvent event = event(new StepStarted("plan", true));
    event.setAgentId("a");
    event.setReplyRequested(true);
    event.setTokens(0L);
    event.setCostUsd(0.25);

    // When
    String line = writer.write(event);

    // Then
    assertThat(line)
        .isEqualTo(
            "{\"eventId\":\"e\",\"taskId\":\"t\",\"agentId\":\"a\",\"occurredAt\":1000,"
                + "\"tokens\":0,\"costUsd\":0.25,\"replyRequested\":true,"
                + "\"type\":\"step_started\",\"step\":\"plan\",\"proposed\":true}");
  }

  @Test
  void symbolsAreLowerCaseMomentsEpochMillisecondsAndEmptyListsStay() {
    assertThat(
            writer.tree(event(new TaskAttempted(TaskStatus.IN_PROGRESS, List.of(), null, false))))
        .hasToString(
            "{\"eventId\":\"e\",\"taskId\":\"t\",\"occurredAt\":1000,"
                + "\"type\":\"task_attempted\",\"status\":\"in_progress\",\"blockers\":[]}");
    assertThat(
            writer
                .tree(event(new WaitingStarted("ci", Instant.ofEpochMilli(2000), true)))
                .get("until")
                .longValue())
        .isEqualTo(2000);
    assertThat(
            writer
                .tree(
                    event(
                        new HumanIntervened(
                            "g", Decision.APPROVE_OTHER_AGENT, "", "ann", null, null)))
                .get("decision")
                .textValue())
        .isEqualTo("approve_other_agent");
  }

  @Test
  void anEventIsOneLine() {
    // Given
    AgentEvent event = event(new FailureReported("a\nb\r\u2028c", null, null, null, null));

    // When
    String line = writer.write(event);

    // Then
    assertThat(line).doesNotContain("\n", "\r");
  }

  @Test
  void aBodyWithoutValuesIsItsTypeAlone() {
    // Given
    ProgressReported nothing = ProgressReported.newBuilder().build();

    // When
    String line = writer.write(event(nothing));

    // Then
    assertThat(line).endsWith("\"occurredAt\":1000,\"type\":\"progress_reported\"}");
  }

  private static AgentEvent event(Object body) {
    return AgentEvent.newBuilder()
        .setEventId("e")
        .setTaskId("t")
        .setOccurredAt(Instant.ofEpochMilli(1000))
        .setBody(body)
        .build();
  }
}
