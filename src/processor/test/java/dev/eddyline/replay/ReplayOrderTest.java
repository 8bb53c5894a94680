package dev.eddyline.replay;

import static dev.eddyline.replay.InputLineFixtures.failure;
import static dev.eddyline.replay.InputLineFixtures.file;
import static dev.eddyline.replay.InputLineFixtures.success;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A task's verdicts do not depend on other tasks or on the order of files. */
class ReplayOrderTest {

  @TempDir private Path folder;

  private Path longAgo;
  private Path today;
  private Path subtask;
  private Path farOff;

  @BeforeEach
  void writeEventFilesYearsApart() {
    longAgo =
        file(
            folder,
            "long-ago.jsonl",
            failure("old", "2001-03-01T10:00:00Z"),
            failure("old", "2001-03-01T11:00:00Z"),
            failure("old", "2001-03-01T12:00:00Z"),
            success("old"));
    today =
        file(
            folder,
            "today.jsonl",
            failure("new", "2026-03-01T10:00:00Z"),
            failure("other", "2019-03-01T10:00:00Z"),
            failure("new", "2026-03-01T11:00:00Z"),
            failure("other", "2019-03-01T11:00:00Z"));
    String below = failure("sub", "2024-03-01T10:00:00Z").replace("{", "{\"rootTaskId\":\"root\",");
    subtask = file(folder, "sub.jsonl", below, below, failure("root", "2024-03-01T10:00:00Z"));
    farOff =
        file(
            folder,
            "far-off.jsonl",
            failure("far", "2999-12-31T23:00:00Z"),
            failure("far", "2999-12-31T23:30:00Z"),
            failure("far", "3000-01-01T00:00:00Z"));
  }

  @Test
  void verdictsDoNotDependOnOtherTasksOrFileOrder() {
    // Given
    List<Path> files = List.of(longAgo, today, subtask, farOff);

    // When
    ReplayRun forth = ReplayRun.of(longAgo, today, subtask, farOff);
    ReplayRun back = ReplayRun.of(farOff, subtask, today, longAgo);

    // Then
    assertThat(OutputsByTask.of(back)).isEqualTo(OutputsByTask.of(forth));
    assertThat(OutputsByTask.of(forth)).containsOnlyKeys("old", "new", "other", "sub", "far");
    for (Path file : files) {
      assertThat(OutputsByTask.of(forth))
          .containsAllEntriesOf(OutputsByTask.of(ReplayRun.of(file)));
    }
  }

  @Test
  void subtaskVerdictsDoNotDependOnOtherTasks() {
    // Given
    String below = failure("part").replace("{", "{\"rootTaskId\":\"whole\",");
    String asks =
        "{\"taskId\":\"part\",\"rootTaskId\":\"whole\",\"type\":\"step_started\",\"step\":\"a\","
            + "\"proposed\":true}";
    String decided =
        "{\"taskId\":\"whole\",\"type\":\"human_intervened\",\"decision\":\"approve\","
            + "\"guidance\":\"go on\",\"by\":\"ann\"}";
    Path whole =
        file(folder, "whole.jsonl", below, below, below, asks, decided, asks, below, below);

    // When
    ReplayRun alone = ReplayRun.of(whole);
    ReplayRun among = ReplayRun.of(longAgo, subtask, whole, today);

    // Then
    assertThat(OutputsByTask.of(among)).containsAllEntriesOf(OutputsByTask.of(alone));
    assertThat(alone.lines("verdict"))
        .extracting(line -> line.get("event").asInt() + " " + line.get("action").asText())
        .containsExactly(
            "2 retry_with_hint", "3 escalate", "4 escalate", "6 continue", "8 retry_with_hint");
  }

  @Test
  void interleavedRunsYearsApartRetainTheirHistories() {
    // Given
    Path mixed =
        file(
            folder,
            "mixed.jsonl",
            failure("new", "2026-03-01T10:00:00Z"),
            failure("far", "3000-03-01T10:00:00Z"),
            failure("old", "2001-03-01T10:00:00Z"),
            failure("new", "2026-03-01T11:00:00Z"),
            failure("old", "2001-03-01T11:00:00Z"),
            failure("far", "3000-03-01T11:00:00Z"));

    // When
    ReplayRun played = ReplayRun.of(mixed);

    // Then
    assertThat(played.lines())
        .extracting(line -> line.get("event").asInt())
        .containsExactly(4, 5, 6);
  }

  @Test
  void taskStateExpiresAfterADayOfTheTasksEventTime() {
    // Given
    Path gap =
        file(
            folder,
            "gap.jsonl",
            failure("T1", "2026-03-01T10:00:00Z"),
            failure("T2", "2026-03-02T09:00:00Z"),
            failure("T1", "2026-03-02T10:00:01Z"),
            failure("T2", "2026-03-03T08:59:59Z"));

    // When
    List<JsonNode> lines = ReplayRun.of(gap).lines();

    // Then
    assertThat(lines).extracting(line -> line.get("taskId").asText()).containsExactly("T2");
  }
}
