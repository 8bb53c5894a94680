package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import org.junit.jupiter.api.Test;

/** Without human gates, only verdicts are published and no gate opens. */
class HumanGatesTest {

  private final EngineScenario story =
      EngineScenario.underYaml(
          "identical_failure: {}",
          "step_iteration_exceeded: {steps: {test: 2}}",
          "gate: {humanGates: false, label: blocked}");
  private final TaskScript<Outputs> task = story.task("T1");

  private Outputs fails(int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = task.fails("Error A");
    }
    return last;
  }

  @Test
  void theThirdAttemptIsEscalatedWithoutAGate_andSoIsEachFurtherOne() {
    // When
    Outputs third = fails(3);
    Outputs sixth = fails(3);

    // Then
    assertThat(third.records()).containsExactly(third.verdict());
    assertThat(third.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(third.verdict().getTarget()).isEqualTo(Target.USER);
    assertThat(third.verdict().getGateId()).isNull();
    assertThat(sixth.records()).containsExactly(sixth.verdict());
    assertThat(sixth.verdict().getLoopCount()).isEqualTo(5);
  }

  @Test
  void hitl_whatIsOverItsLimitIsBlockedAllTheSame_andNothingElse() {
    // Given
    task.enters("test");
    task.enters("test");
    assertThat(task.enters("test").gates()).isEmpty();

    // When
    LoopVerdict blocked = task.proposes("test").verdict();
    LoopVerdict free = task.proposes("fix").verdict();

    // Then
    assertThat(blocked.getLoopType()).isEqualTo(LoopType.STEP_ITERATION_EXCEEDED);
    assertThat(blocked.getAction()).isEqualTo(Action.BLOCK_TRANSITION);
    assertThat(free.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(free.getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void aDecisionResetsTheCounterEvenWithoutHumanGates() {
    // Given
    fails(4);

    // When
    Outputs decided = task.decides(Decision.APPROVE);

    // Then
    assertThat(decided.gates()).isEmpty();
    assertThat(decided.reset().getPreviousCount()).isEqualTo(3);
  }
}
