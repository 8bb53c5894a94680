package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ProgressReported;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A review that always finds something else, under the default policy. */
class EndlessReviewTest {

  private EngineScenario story = EngineScenario.under("default");
  private final List<Outputs> outputs = new ArrayList<>();

  /** A round of a step, with work after it. */
  private void round(String step, int number) {
    outputs.add(story.task("T").enters(step));
    story.task("T").calls("c" + number, "carve", "{\"notch\":" + number + "}");
    story
        .task("T")
        .returns("c" + number, "carve", "notch " + number + " is " + 3 * number + " mm deep");
  }

  private void progress(int number) {
    story.task("T").publishesBody(new ProgressReported(null, null, null, null, null, number, null));
  }

  private List<LoopVerdict> verdicts() {
    return outputs.stream().flatMap(each -> each.verdicts().stream()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"review", "Code-Review 2", "the_judge", "critique", "evaluateDraft"})
  void theThirteenthRoundGoesToThePlannerWhateverForgives(String step) {
    // When
    for (int number = 1; number <= 12; number++) {
      round(step, number);
      progress(number);
    }
    assertThat(verdicts()).isEmpty();
    round(step, 13);

    // Then
    assertThat(verdicts()).hasSize(1);
    LoopVerdict verdict = verdicts().get(0);
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.STEP_ITERATION_EXCEEDED);
    assertThat(verdict.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict.getTarget()).isEqualTo(Target.PLANNER);
    assertThat(verdict.getMeasured()).isEqualTo(13);
    assertThat(verdict.getReason())
        .isEqualTo("Phase '%s' exceeded max_visits (12) with 12 visits".formatted(step));
    assertThat(outputs.get(outputs.size() - 1).gates()).isEmpty();
  }

  @Test
  void thePlannerIsAskedAgainAfterAsManyRoundsAndThenAPerson() {
    for (int number = 1; number <= 39; number++) {
      round("review", number);
    }

    assertThat(verdicts()).extracting(LoopVerdict::getMeasured).containsExactly(13.0, 26.0, 39.0);
    assertThat(outputs.get(38).gates()).hasSize(1);
  }

  @Test
  void otherStepsAreForgiven() {
    for (int number = 1; number <= 40; number++) {
      round("carve", number);
      round("render_preview", 100 + number);
    }

    assertThat(verdicts()).isEmpty();
  }

  @Test
  void aLimitOfThePolicyForAStepIsTheOnlyOne() {
    story =
        EngineScenario.underYaml(
            "extends: default", "step_iteration_exceeded: {steps: {code_review: 40}}");
    for (int number = 1; number <= 40; number++) {
      round("code_review", number);
    }

    assertThat(verdicts()).isEmpty();
  }

  @Test
  void withoutWorkTheLimitOfAllStepsComesFirst() {
    for (int number = 1; number <= 11; number++) {
      outputs.add(story.task("T").enters("review"));
    }

    assertThat(verdicts()).hasSize(1);
    assertThat(verdicts().get(0).getLimit()).isEqualTo(10);
  }
}
