package dev.eddyline.task.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import org.junit.jupiter.api.Test;

/** Required examples of phases under the preset phases; each name has its section. */
class GateRequirementsTest {

  private final EngineScenario story = EngineScenario.under("phases");

  @Test
  void mechanism1_testLimitedToFiveVisitsIsBlockedAtTheSixth_inItsWords() {
    EngineScenario limited =
        EngineScenario.underYaml(
            "step_iteration_exceeded: {enabled: true, max: 10, steps: {test: 5}}");
    limited.task("123").enters("implement");
    for (int visit = 1; visit <= 5; visit++) {
      assertThat(limited.task("123").enters("test").records()).isEmpty();
    }

    LoopVerdict sixth = limited.task("123").enters("test").verdict();

    assertThat(sixth.getReason()).isEqualTo("Phase 'test' exceeded max_visits (5) with 5 visits");
  }

  @Test
  void mechanism1_tenVisitsAreTheDefault() {
    for (int visit = 1; visit <= 10; visit++) {
      assertThat(story.task("T").enters("test").records()).isEmpty();
    }

    assertThat(story.task("T").enters("test").verdict().getLimit()).isEqualTo(10);
  }

  /** The document blocks the 5th fix→test, its own example counts four before: it is off by one. */
  @Test
  void mechanism2_theSixthOfTheSameTransitionIsBlocked_inItsWords() {
    EngineScenario limited = EngineScenario.underYaml("transition_limit_exceeded: {enabled: true}");
    for (int i = 1; i <= 5; i++) {
      limited.task("456").moves("test", "fix");
      assertThat(limited.task("456").moves("fix", "test").records()).isEmpty();
    }
    limited.task("456").moves("implement", "test");

    LoopVerdict sixth = limited.task("456").moves("fix", "test").verdict();

    assertThat(sixth.getLoopType()).isEqualTo(LoopType.TRANSITION_LIMIT_EXCEEDED);
    assertThat(sixth.getReason())
        .isEqualTo("Transition fix→test exceeded max_transitions (5) with 5 occurrences");
    assertThat(sixth.getAction()).isEqualTo(Action.BLOCK_TRANSITION);
    assertThat(sixth.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void mechanism3_fixTestFixTestFiresAtItsFourthTransition() {
    EngineScenario cycles = EngineScenario.underYaml("oscillating_cycle: {enabled: true}");
    assertThat(cycles.task("T").followsSteps("fix", "test", "fix", "test").records()).isEmpty();

    LoopVerdict fourth = cycles.task("T").moves("test", "fix").verdict();

    assertThat(fourth.getLoopType()).isEqualTo(LoopType.OSCILLATING_CYCLE);
    assertThat(fourth.getReason()).isEqualTo("Oscillating cycle detected: fix→test→fix");
    assertThat(fourth.getPeriod()).isEqualTo(2);
  }

  @Test
  void oscillatingCycleOverThreeStepsIsDetectedAtTheSeventhTransition() {
    EngineScenario cycles = EngineScenario.underYaml("oscillating_cycle: {enabled: true}");
    assertThat(cycles.task("T").followsSteps("A", "B", "C", "B", "A", "B", "C").records())
        .isEmpty();

    LoopVerdict seventh = cycles.task("T").moves("C", "B").verdict();

    assertThat(seventh.getLoopType()).isEqualTo(LoopType.OSCILLATING_CYCLE);
    assertThat(seventh.getPattern()).isEqualTo("B→C→B");
  }

  @Test
  void mechanism3_itsThirdExampleIsAPatternOfLengthThree_atTheSeventh() {
    assertThat(
            story
                .task("789")
                .followsSteps("plan", "implement", "test", "fix", "implement", "test", "fix")
                .records())
        .isEmpty();

    Outputs seventh = story.task("789").moves("fix", "implement");

    assertThat(seventh.verdict().getLoopType()).isEqualTo(LoopType.TRANSITION_PATTERN);
    assertThat(seventh.verdict().getPeriod()).isEqualTo(3);
    assertThat(seventh.verdict().getAction()).isEqualTo(Action.BLOCK_TRANSITION);
    assertThat(seventh.gate().getLabel()).isEqualTo("eddyline:loop-prevention");
  }

  @Test
  void anOscillatingCycleIsDetectedAgainOnlyAfterAnotherFullCycle() {
    EngineScenario cycles = EngineScenario.underYaml("oscillating_cycle: {enabled: true}");
    cycles.task("T").followsSteps("fix", "test", "fix", "test", "fix");

    assertThat(cycles.task("T").moves("fix", "test").records()).isEmpty();
    assertThat(cycles.task("T").moves("test", "fix").verdicts()).hasSize(1);
  }

  @Test
  void stepsThatAreEnteredOnceAreNotACycle() {
    assertThat(story.task("T").followsSteps("a", "b", "c", "d", "e", "f", "g", "h").records())
        .isEmpty();
  }
}
