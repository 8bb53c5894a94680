package dev.eddyline.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.bench.report.TimedRange;
import dev.eddyline.schema.AgentEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTest {

  private static final Load LOAD =
      new Load(EventMix.shipped(), 1, 3, 4, 100, Instant.parse("2026-01-01T00:00:00Z"));

  private static List<AgentEvent> all(Load load) {
    List<AgentEvent> all = new ArrayList<>();
    load.forEach(all::add);
    return all;
  }

  @Test
  void fillsEachTaskBeforeTimedEvents() {
    // When
    List<AgentEvent> all = all(LOAD);

    // Then
    assertThat(all).hasSize(112).hasSize((int) LOAD.eventCount());
    assertThat(all.subList(0, 12))
        .extracting(AgentEvent::getTaskId)
        .startsWith("bench-0", "bench-1", "bench-2", "bench-0")
        .endsWith("bench-2");
    assertThat(all.subList(12, 112))
        .extracting(AgentEvent::getTaskId)
        .contains("bench-0", "bench-1", "bench-2");
  }

  @Test
  void filteredEventsEqualThoseOfFullLoad() {
    // Given
    List<AgentEvent> all = all(LOAD);
    List<AgentEvent> some = new ArrayList<>();

    // When
    LOAD.forEach(task -> task == 1, some::add);

    // Then
    assertThat(some)
        .isEqualTo(all.stream().filter(event -> event.getTaskId().equals("bench-1")).toList());
  }

  @Test
  void rejectsInvalidArguments() {
    assertThatThrownBy(() -> new Load(LOAD.mix(), 1, 0, 1, 1, LOAD.firstEventAt()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tasks must be ≥ 1");
    assertThatThrownBy(() -> new TimedRange(5, 5)).isInstanceOf(IllegalArgumentException.class);
  }
}
