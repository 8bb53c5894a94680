package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.task.scenario.EngineScenario;
import org.junit.jupiter.api.Test;

/** What is counted of a task's steps and transitions. */
class TalliesTest {

  private final EngineScenario story =
      EngineScenario.underYaml(
          "step_iteration_exceeded: {max: 1}", "transition_limit_exceeded: {max: 1}");

  @Test
  void sixtyFourStepsAreCountedThoseEnteredLast() {
    // Given
    for (int step = 0; step < 65; step++) {
      story.task("T1").enters("step " + step);
    }

    // When Then
    assertThat(story.task("T1").enters("step 1").verdicts()).hasSize(1);
    assertThat(story.task("T1").enters("step 0").verdicts()).isEmpty();
  }

  @Test
  void sixtyFourTransitionsAreCountedThoseMadeLast() {
    // Given
    for (int step = 0; step < 65; step++) {
      story.task("T1").moves("hub", "step " + step);
    }

    // When Then
    assertThat(story.task("T1").moves("hub", "step 1").verdicts()).hasSize(1);
    assertThat(story.task("T1").moves("hub", "step 0").verdicts()).isEmpty();
  }

  @Test
  void transitionsWithEqualArrowTextAreCountedSeparately() {
    // Given
    story.task("T1").moves("a→b", "c");

    // When Then
    assertThat(story.task("T1").moves("a", "b→c").verdicts()).isEmpty();
  }
}
