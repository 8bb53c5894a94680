package dev.eddyline.bench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRunsTest {

  private static final String STEP =
      "{\"eventId\":\"%s\",\"taskId\":\"%s\",\"agentId\":\"dev\",\"type\":\"step_started\","
          + "\"step\":\"test\"}%n";

  @TempDir Path folder;

  private String write(String text) throws IOException {
    return Files.writeString(folder.resolve("runs.jsonl"), text).toString();
  }

  @Test
  void runsAreRepeatedAsOtherTasksAndKeepTheirOrder() throws IOException {
    // Given
    String file =
        write(STEP.formatted("a", "one") + STEP.formatted("b", "one") + STEP.formatted("c", "two"));

    // When
    List<AgentEvent> events = new ArrayList<>();
    RecordedRuns.read(List.of(file)).forEach(4_000, events::add);

    // Then
    assertThat(events).hasSize(4_000).extracting(AgentEvent::getEventId).doesNotHaveDuplicates();
    var tasks = events.stream().collect(Collectors.groupingBy(AgentEvent::getTaskId));
    assertThat(tasks).hasSizeGreaterThan(2_000);
    assertThat(tasks.get("one#0")).extracting(AgentEvent::getEventId).containsExactly("a#0", "b#0");
    assertThat(tasks.get("two#7")).extracting(AgentEvent::getEventId).containsExactly("c#7");
  }

  @Test
  void aLineThatIsNoEventIsNamed() throws IOException {
    String file = write(STEP.formatted("a", "one") + "{\"eventId\":7}");

    assertThatThrownBy(() -> RecordedRuns.read(List.of(file)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("runs.jsonl:2: ");
  }
}
