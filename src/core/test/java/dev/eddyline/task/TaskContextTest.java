package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.detect.api.HistoryPlace;
import dev.eddyline.detect.api.HistoryPlace.InStore;
import dev.eddyline.engine.InMemoryStores;
import dev.eddyline.schema.RuleHistory;
import dev.eddyline.state.TaskState;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is remembered of a task in a store of a rule's own. */
class TaskContextTest {

  private static final HistoryPlace<RuleHistory> PLACE = HistoryPlace.inPluginStore("visits");

  private final InMemoryStores memory = new InMemoryStores();
  private final TaskState state = new TaskState();

  @Test
  void clearHistoryAlsoClearsTheHistoryOfCustomRules() {
    // Given
    state.setStamp(7L);
    memory.history("T1", stored(), new RuleHistory(7L, Map.of("visits", 3.0), Map.of()));
    memory.applyWrites();

    // When
    new TaskContext("T1", state, memory).clearHistory(PLACE);
    memory.applyWrites();

    // Then
    assertThat(memory.history("T1", stored())).isEqualTo(new RuleHistory(7L, Map.of(), Map.of()));
  }

  @Test
  void anEmptyHistoryIsNotWritten() {
    // When
    new TaskContext("T1", state, memory).clearHistory(PLACE);
    memory.applyWrites();

    // Then
    assertThat(memory.history("T1", stored())).isNull();
  }

  private static InStore<RuleHistory> stored() {
    return (InStore<RuleHistory>) PLACE;
  }
}
