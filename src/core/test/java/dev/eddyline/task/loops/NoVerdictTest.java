package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.WaitingStarted;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is waited for on purpose, or muted, makes no loop, and hides none of what else happens. */
class NoVerdictTest {

  private static final String MUTE =
      "mutes: [{tool: poll, reason: waits for the build, until: 2030-01-01T00:00:00Z}]";

  @Test
  void repeatedEventsOfWaitingAgentTriggerNoDetector() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml(
            "identical_failure: {}",
            "transition_pattern: {}",
            "task_attempts: {}",
            "repeated_action: {}");
    story.task("T").publishesBody(new WaitingStarted("build", null, true));

    // When
    for (int i = 0; i < 6; i++) {
      story.task("T").moves("poll", "poll");
      story.task("T").attempts(TaskStatus.BLOCKED, List.of("build"), List.of());
      story.task("T").calls("c" + i, "poll", "{}");
      story.task("T").returnsError("c" + i, "poll", "not ready");
    }

    // Then
    assertThat(story.published()).isEmpty();
  }

  @Test
  void waitWithFarFutureEndIsLimitedToTheTaskStateLifetime() {
    // Given
    EngineScenario story = EngineScenario.underYaml("identical_failure: {}");
    story
        .task("T")
        .publishesBody(
            new WaitingStarted("build", java.time.Instant.parse("9999-01-01T00:00:00Z"), true));
    for (int hour = 0; hour < 25; hour++) {
      story.advanceTime(java.time.Duration.ofHours(1));
      story.task("T").returnsError("c", "poll", "not ready yet, hour " + hour + " of the day");
    }

    // When
    story.task("T").returnsError("c", "poll", "no such job");
    Outputs second = story.task("T").returnsError("c", "poll", "no such job");

    // Then
    assertThat(second.verdict().getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", MUTE})
  void aMutedToolIsStillSomethingElseDone(String mute) {
    // Given
    EngineScenario story = EngineScenario.underYaml("repeated_message: {}", mute);

    // When
    for (int i = 0; i < 5; i++) {
      story
          .task("T")
          .publishesBody(new ResponseProduced("work", "I look whether the build is through"));
      story.task("T").calls("c" + i, "poll", "{}");
      story.task("T").returns("c" + i, "poll", "running");
    }

    // Then
    assertThat(story.published()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"'', true", "'" + MUTE + "', false"})
  void aNewResultIsASignOfLifeButNotOfAMutedTool(String mute, boolean forgives) {
    // Given
    EngineScenario story =
        EngineScenario.underYaml("transition_pattern: {lifeForgives: true}", mute);

    // When
    for (int i = 0; i < 8; i++) {
      story.task("T").moves("work", "wait");
      story.task("T").calls("c" + i, "poll", "{}");
      story.task("T").returns("c" + i, "poll", "job " + i + " is running");
      story.task("T").moves("wait", "work");
    }

    // Then
    assertThat(story.published().isEmpty()).isEqualTo(forgives);
  }
}
