package dev.eddyline.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.outcome.OpenCall;
import dev.eddyline.outcome.OutcomeHistory;
import dev.eddyline.state.TaskState;
import org.junit.jupiter.api.Test;

class TaskRecordJsonTest {

  private static final long AT = 1_770_000_000_000L;

  private static OpenCall call(String id, String arguments) {
    return OpenCall.of(id, "a", "write_file", arguments, null, false);
  }

  @Test
  void theCallsThatOutcomesAreJudgedByArePrinted() {
    // Given
    OpenCall first =
        call(
            "c1",
            "{\"path\":\"notes\",\"text\":\"one two three four five six seven eight nine ten eleven twelve\"}");
    OutcomeHistory history = OutcomeHistory.NONE.withOpenCall(first, AT);
    history = history.finish(first, "disk.check", "disk full: 3 errors", true, AT).history();
    history = history.withOpenCall(call("c2", "{\"path\":\"other\"}"), AT + 5_000);
    TaskState state = new TaskState();
    state.part(OutcomeHistory.PART, history);

    // When
    JsonNode outcomes = TaskRecordJson.of(TaskState.of(state.toBytes())).get("outcomes");

    // Then
    assertThat(outcomes.at("/open/0/intent").asText()).isEqualTo("ACT");
    assertThat(outcomes.at("/open/0/operands").intValue()).isPositive();
    assertThat(outcomes.at("/calls/0/hasFailed").booleanValue()).isTrue();
    assertThat(outcomes.at("/errors/calls").intValue()).isEqualTo(1);
    assertThat(outcomes.at("/lines/newer").intValue()).isZero();
    assertThat(outcomes.at("/rhythm/pauses/0/millis").intValue()).isEqualTo(5_000);
    assertThat(outcomes.path("resultAt").asText()).isEqualTo("2026-02-02T02:40:00Z");
    assertThat(outcomes.toString()).doesNotContain("notes", "disk");
  }

  @Test
  void aTaskWithoutCallsHasNoOutcomes() {
    assertThat(TaskRecordJson.of(new TaskState()).has("outcomes")).isFalse();
  }
}
