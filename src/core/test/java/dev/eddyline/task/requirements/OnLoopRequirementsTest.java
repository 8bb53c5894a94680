package dev.eddyline.task.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.ResponseProduced;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Requirements of judge and worker agents under the preset judge-worker; each name has its section.
 */
class OnLoopRequirementsTest {

  private final EngineScenario story = EngineScenario.under("judge-worker");

  @ParameterizedTest
  @CsvSource({
    "worker, 3",
    "review-worker-2, 3",
    "judge, 3",
    "Judge evaluation, 3",
    "replan, 2",
    "plan, 5",
    "replan by worker, 2",
    "judge and worker, 3"
  })
  void aStepMayBeEnteredAsOftenAsItsRoleMay_strictestFirst(String step, int max) {
    for (int entry = 1; entry <= max; entry++) {
      assertThat(story.task("T").enters(step).records()).isEmpty();
    }

    LoopVerdict verdict = story.task("T").enters(step).verdict();

    assertThat(verdict.getLoopType()).isEqualTo(LoopType.STEP_ITERATION_EXCEEDED);
    assertThat(verdict.getMeasured()).isEqualTo(max + 1);
    assertThat(verdict.getLimit()).isEqualTo(max);
    assertThat(verdict.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void stepOverItsLimitOpensAGateImmediately() {
    for (int entry = 0; entry < 3; entry++) {
      story.task("T").enters("worker");
    }

    Outputs fourth = story.task("T").enters("worker");

    assertThat(fourth.verdict().getLoopCount()).isEqualTo(1);
    assertThat(fourth.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(fourth.gate().getReason()).isEqualTo("Loop detected after 4 attempts");
  }

  @Test
  void aResponseFourFifthsLikeOneOfTheLastThreeOfItsStepGetsAHintWithThePercentage() {
    responds("judge", "the cancellation test fails since orders are never cancelled at night");
    responds("judge", "other words");
    responds("judge", "and more of these");

    LoopVerdict verdict =
        responds("judge", "the cancellation test fails since orders are never cancelled by night")
            .verdict();

    assertThat(verdict.getLoopType()).isEqualTo(LoopType.SIMILAR_RESPONSE);
    assertThat(verdict.getMeasured()).isEqualTo(10 / 12.0);
    assertThat(verdict.getLimit()).isEqualTo(0.8);
    assertThat(verdict.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(verdict.getText()).contains("83% similar");
    assertThat(verdict.getReason()).contains("83%");
  }

  @Test
  void theComparisonWindowIsTheLastThreeResponsesOfTheSameStep() {
    responds("judge", "NEEDS_CONTINUATION: the test is red");
    responds("judge", "one");
    responds("judge", "two");
    responds("judge", "three");

    assertThat(responds("judge", "NEEDS_CONTINUATION: the test is red").records()).isEmpty();
    assertThat(responds("worker", "NEEDS_CONTINUATION: the test is red").records()).isEmpty();
    assertThat(responds("judge", "NEEDS_CONTINUATION: the test is red").verdicts()).hasSize(1);
  }

  @Test
  void nothingForgivesAndNoResponseIsTooShort() {
    responds("worker", "Done.");
    story.task("T").calls("c1", "ls", "{}");
    story.task("T").returns("c1", "ls", "a.txt");

    assertThat(responds("worker", "Done.").verdict().getMeasured()).isEqualTo(1);
  }

  @Test
  void oneRetryWithAHintThenAPersonDecides() {
    responds("worker", "Done.");
    Outputs second = responds("worker", "Done.");

    Outputs third = responds("worker", "Done.");

    assertThat(second.verdict().getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(second.gates()).isEmpty();
    assertThat(third.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(third.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
    assertThat(third.verdict().getText()).contains("100% similar", "3 attempts");
  }

  @Test
  void whereThePolicyEscalatesAtOnceTheGateReportsTheAttempts() {
    EngineScenario strict =
        EngineScenario.underYaml("similar_response: {}", "actions: {similar_response: escalate}");
    strict.task("T").publishesBody(new ResponseProduced("worker", "Done."));

    Outputs second = strict.task("T").publishesBody(new ResponseProduced("worker", "Done."));

    assertThat(second.gate().getReason()).isEqualTo("Loop detected after 2 attempts");
  }

  private Outputs responds(String step, String text) {
    return story.task("T").publishesBody(new ResponseProduced(step, text));
  }

  @Test
  void repeatedPlanImplementReviewPatternIsEscalatedToThePlanner() {
    Outputs sixth =
        story
            .task("T")
            .followsSteps("plan", "implement", "review", "plan", "implement", "review", "plan");

    LoopVerdict verdict = sixth.verdict();
    assertThat(verdict.getLoopType()).isEqualTo(LoopType.TRANSITION_PATTERN);
    assertThat(verdict.getPeriod()).isEqualTo(3);
    assertThat(verdict.getOccurrences()).isEqualTo(2);
    assertThat(verdict.getPattern()).isEqualTo("plan→implement→review→plan");
    assertThat(verdict.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict.getTarget()).isEqualTo(Target.PLANNER);
    assertThat(sixth.gates()).isEmpty();
  }

  @Test
  void onePatternIsDetectedAgainOnlyAfterOneMoreFullRepetition() {
    story.task("T").followsSteps("plan", "do", "plan", "do", "plan");
    assertThat(story.task("T").moves("plan", "do").records()).isEmpty();
    assertThat(story.task("T").moves("do", "plan").verdict().getOccurrences()).isEqualTo(3);
    assertThat(story.task("T").moves("plan", "do").records()).isEmpty();

    assertThat(story.task("T").moves("do", "plan").verdict().getLoopCount()).isEqualTo(3);
  }

  @Test
  void patternRepeatedAfterPlannerEscalationIsEscalatedToTheUser() {
    Outputs first = story.task("T").followsSteps("plan", "do", "plan", "do", "plan");
    Outputs again = story.task("T").followsSteps("plan", "do", "plan");

    assertThat(first.verdict().getTarget()).isEqualTo(Target.PLANNER);
    assertThat(first.gates()).isEmpty();
    assertThat(again.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(again.verdict().getTarget()).isEqualTo(Target.USER);
    assertThat(again.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void differentPatternIsEscalatedToThePlannerFirst() {
    story.task("T").followsSteps("plan", "do", "plan", "do", "plan");

    Outputs other = story.task("T").followsSteps("plan", "review", "plan", "review", "plan");

    assertThat(other.verdict().getTarget()).isEqualTo(Target.PLANNER);
    assertThat(other.gates()).isEmpty();
  }

  @Test
  void aStepToItselfIsAPatternOnlyAtTheThirdTime() {
    assertThat(story.task("T").followsSteps("do", "do", "do").records()).isEmpty();

    assertThat(story.task("T").moves("do", "do").verdict().getPeriod()).isEqualTo(1);
  }

  @Test
  void maxIterations_theFinalValveAborts() {
    for (int step = 0; step < 100; step++) {
      assertThat(story.task("T").enters("step " + step).records()).isEmpty();
    }

    LoopVerdict verdict = story.task("T").enters("one more").verdict();

    assertThat(verdict.getLoopType()).isEqualTo(LoopType.ITERATION_LIMIT);
    assertThat(verdict.getAction()).isEqualTo(Action.ABORT);
  }

  @Test
  void aRuleThatTheDocumentDoesNotNameIsOff() {
    for (int i = 0; i < 10; i++) {
      assertThat(story.task("T").fails("same").records()).isEmpty();
    }
  }

  @Test
  void aPolicysOwnHintIsShownToTheAgent() {
    EngineScenario own =
        EngineScenario.underYaml(
            "identical_failure: {}",
            "actions: {identical_failure: {type: retry_with_hint, hint: Read the log first.}}");
    own.task("T1").fails("boom");

    LoopVerdict verdict = own.task("T1").fails("boom").verdict();

    assertThat(verdict.getText()).isEqualTo(verdict.getReason() + ". Read the log first.");
  }
}
