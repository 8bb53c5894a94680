package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Document 000's rules with its own numbers, under its preset; each name tells the section. */
class Document000Test {

  private final Story story = Story.under("judge-worker");

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
  void doc000_section1_aStepMayBeEnteredAsOftenAsItsRoleMay_strictestFirst(String step, int max) {
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
  void doc000_defaultActions_aStepOverItsLimitGoesToAPerson_soAGateOpensAtOnce() {
    for (int entry = 0; entry < 3; entry++) {
      story.task("T").enters("worker");
    }

    Outputs fourth = story.task("T").enters("worker");

    assertThat(fourth.verdict().getLoopCount()).isEqualTo(1);
    assertThat(fourth.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(fourth.gate().getReason()).isEqualTo("Loop detected after 4 attempts");
  }

  @Test
  void doc000_section3_planImplementReviewTwiceIsAPattern_andGoesToThePlanner() {
    Outputs sixth =
        story.task("T").walks("plan", "implement", "review", "plan", "implement", "review", "plan");

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
  void doc000_section3_onePatternTripsAgainOnlyAfterOneMoreRound_andTheThirdLoopOpensAGate() {
    story.task("T").walks("plan", "do", "plan", "do", "plan");
    assertThat(story.task("T").moves("plan", "do").records()).isEmpty();
    assertThat(story.task("T").moves("do", "plan").verdict().getOccurrences()).isEqualTo(3);
    assertThat(story.task("T").moves("plan", "do").records()).isEmpty();

    Outputs fourthRound = story.task("T").moves("do", "plan");

    assertThat(fourthRound.verdict().getLoopCount()).isEqualTo(3);
    assertThat(fourthRound.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void doc000_section3_aStepToItselfIsAPatternOnlyAtTheThirdTime() {
    assertThat(story.task("T").walks("do", "do", "do").records()).isEmpty();

    assertThat(story.task("T").moves("do", "do").verdict().getPeriod()).isEqualTo(1);
  }

  @Test
  void doc000_maxIterations_theFinalValveAborts() {
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
}
