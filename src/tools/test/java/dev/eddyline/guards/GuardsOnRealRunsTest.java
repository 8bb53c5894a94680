package dev.eddyline.guards;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.NeedsSharedData;
import dev.eddyline.SharedData;
import dev.eddyline.TestTags;
import dev.eddyline.json.EventReader;
import dev.eddyline.json.InvalidEventException;
import dev.eddyline.json.ReplayDefaults;
import dev.eddyline.schema.AgentEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the guards find in recorded runs that people labelled, by run. */
@NeedsSharedData
@Tag(TestTags.SHARED)
class GuardsOnRealRunsTest {

  /** Guard: loops that were found, false alarms, loops that were not. */
  private static final String SCORES =
      """
      OpenHands V0: 4 0 4
      OpenHands SDK: 0 0 8
      Gemini CLI: 3 0 5
      Qwen Code: 3 0 5
      Qwen Code, opt-in rules: 5 4 3
      Goose: 0 0 8
      Roo Code: 3 0 5
      Cline: 3 0 5
      Cline, soft limit: 6 0 2
      opencode: 6 0 2
      OpenClaw: 0 0 8
      DeerFlow: 5 7 3
      Stella: 0 0 8
      OpenRouter: 6 9 2
      TheAppApp: 0 0 8
      Strands: 0 0 8
      CrewAI: 7 0 1
      """;

  @Test
  void guardsFindTheseRuns() throws IOException, InvalidEventException {
    // Given
    Path traces = SharedData.path("traces");
    List<List<AgentEvent>> loops = new ArrayList<>();
    List<List<AgentEvent>> others = new ArrayList<>();
    for (String line : Files.readAllLines(traces.resolve("labels.jsonl"))) {
      JsonNode label = new ObjectMapper().readTree(line);
      String trace = label.path("trace").asText();
      if (trace.startsWith("sola-") && label.path("loop").isBoolean()) {
        (label.path("loop").asBoolean() ? loops : others)
            .add(events(traces.resolve(trace + ".jsonl")));
      }
    }

    // When
    List<String> scores = new ArrayList<>();
    for (ReferenceGuard guard : ReferenceGuards.ALL) {
      long found = loops.stream().filter(run -> !guard.alarms(run).isEmpty()).count();
      long falseAlarms = others.stream().filter(run -> !guard.alarms(run).isEmpty()).count();
      scores.add("%s: %d %d %d".formatted(guard.name(), found, falseAlarms, loops.size() - found));
    }

    // Then
    assertThat(loops).hasSize(8);
    assertThat(others).hasSize(34);
    assertThat(String.join("\n", scores) + "\n").isEqualTo(SCORES);
  }

  private static List<AgentEvent> events(Path file) throws IOException, InvalidEventException {
    ReplayDefaults defaults = new ReplayDefaults();
    EventReader reader = new EventReader(defaults);
    List<AgentEvent> events = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      defaults.setNextLinePosition(file.toString(), events.size() + 1);
      events.addAll(reader.read(line).events());
    }
    return events;
  }
}
