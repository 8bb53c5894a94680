package dev.eddyline.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReplayDefaultsTest {
  private final ReplayDefaults defaults = new ReplayDefaults();
  private final EventReader reader = new EventReader(defaults);

  @Test
  void anEventWithoutIdIsNamedByItsPlace() throws InvalidEventException {
    // Given
    defaults.setNextLinePosition("runs/a.jsonl", 12);

    // When
    AgentEvent event = reader.read(line("t", "")).event();

    // Then
    assertThat(event.getEventId()).isEqualTo("runs/a.jsonl:12");
  }

  @Test
  void aCallWithoutEventIdIsNamedByItsPlace_becauseFilesMayReuseIdsOfCalls()
      throws InvalidEventException {
    // Given
    defaults.setNextLinePosition("runs/a.jsonl", 12);

    // When
    AgentEvent event =
        reader
            .read("{\"taskId\":\"t\",\"type\":\"tool_called\",\"callId\":\"c\",\"tool\":\"ls\"}")
            .event();

    // Then
    assertThat(event.getEventId()).isEqualTo("runs/a.jsonl:12");
  }

  @Test
  void anEventWithoutTimeHappensWhenTheEventBeforeOfItsTaskDid() throws InvalidEventException {
    // Given
    defaults.setNextLinePosition("a.jsonl", 1);
    reader.read(line("t", ",\"occurredAt\":1700000005000"));
    reader.read(line("other", ",\"occurredAt\":1700000009000"));

    // When
    AgentEvent event = reader.read(line("t", "")).event();

    // Then
    assertThat(event.getOccurredAt()).isEqualTo(Instant.ofEpochMilli(1_700_000_005_000L));
  }

  @Test
  void theFirstEventOfATaskWithoutTimeHappensInTheYear2000() throws InvalidEventException {
    // Given
    defaults.setNextLinePosition("a.jsonl", 1);
    reader.read(line("other", ",\"occurredAt\":1700000009000"));

    // When
    AgentEvent event = reader.read(line("t", "")).event();

    // Then
    assertThat(event.getOccurredAt()).isEqualTo(EventTime.EARLIEST);
  }

  @Test
  void rejectedLineDoesNotSetTheTime() throws InvalidEventException {
    // Given
    defaults.setNextLinePosition("a.jsonl", 1);
    String refused = "{\"taskId\":\"t\",\"type\":\"user_message\",\"occurredAt\":1700000005000}";
    assertThat(catchThrowableOfType(InvalidEventException.class, () -> reader.read(refused)))
        .isNotNull();

    // When
    AgentEvent event = reader.read(line("t", "")).event();

    // Then
    assertThat(event.getOccurredAt()).isEqualTo(EventTime.EARLIEST);
  }

  @Test
  void aPlaceIsNeededAndIsChecked() {
    assertThatIllegalStateException()
        .isThrownBy(() -> reader.read(line("t", "")))
        .withMessageContaining("at(file, line)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> defaults.setNextLinePosition("a.jsonl", 0));
    assertThatIllegalArgumentException().isThrownBy(() -> defaults.setNextLinePosition("", 1));
  }

  private static String line(String task, String more) {
    return "{\"taskId\":\"" + task + "\",\"type\":\"user_message\",\"text\":\"hi\"" + more + "}";
  }
}
