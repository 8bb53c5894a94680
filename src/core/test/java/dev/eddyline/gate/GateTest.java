package dev.eddyline.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Evidence;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import org.junit.jupiter.api.Test;

/** When a gate opens, what it says, and that it opens once. */
class GateTest {

  private final EngineScenario story = EngineScenario.under("default");

  @Test
  void aLoopBelowTheThresholdGivesAHintAndOpensNoGate() {
    Outputs second = failures(story, 2);

    assertThat(second.gates()).isEmpty();
    assertThat(second.verdict().getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(second.verdict().getTarget()).isNull();
    assertThat(second.verdict().getText()).contains("Exact error message match", "Error A");
    assertThat(second.verdict().getGateId()).isNull();
  }

  @Test
  void theThirdAttemptAtOneFailureOpensAGate() {
    Outputs third = failures(story, 3);
    LoopVerdict verdict = third.verdict();
    GateTrigger gate = third.gate();

    assertThat(verdict.getLoopCount()).isEqualTo(2);
    assertThat(verdict.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(verdict.getTarget()).isEqualTo(Target.USER);
    assertThat(verdict.getGateId()).isEqualTo(gate.getGateId());
    assertThat(gate.getState()).isEqualTo(GateState.OPENED);
    assertThat(gate.getReason()).isEqualTo("Loop detected after 3 attempts");
    assertThat(gate.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(gate.getTarget()).isEqualTo(Target.USER);
    assertThat(gate.getLoopCount()).isEqualTo(2);
    assertThat(gate.getAttempts()).isEqualTo(3);
    assertThat(gate.getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(gate.getLoopId()).isEqualTo(verdict.getLoopId());
    assertThat(gate.getLabel()).isEqualTo("eddyline:loop-prevention");
    assertThat(gate.getRecurrenceOf()).isNull();
    assertThat(gate.getEvidence())
        .extracting(Evidence::getEventId)
        .containsExactly("e1", "e2", "e3");
  }

  @Test
  void theVerdictPrecedesItsGateAndBothHaveAnOutputNumber() {
    Outputs third = failures(story, 3);

    assertThat(third.records()).containsExactly(third.verdict(), third.gate());
    assertThat(third.verdict().getSource().getNumber()).isZero();
    assertThat(third.gate().getSource().getNumber()).isEqualTo(1);
  }

  @Test
  void threeLoopsOfAnyKindOpenAGate() {
    for (String message : new String[] {"Error A", "Error B", "Error C"}) {
      story.task("T1").fails(message);
    }
    story.task("T1").fails("Error A");
    story.task("T1").fails("Error B");

    GateTrigger gate = story.task("T1").fails("Error C").gate();

    assertThat(gate.getLoopCount()).isEqualTo(3);
    assertThat(gate.getAttempts()).isEqualTo(2);
    assertThat(gate.getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void aRepeatedActionOpensAGateAtTheThirdLoopOnly() {
    for (int i = 0; i < 5; i++) {
      assertThat(toolCall(story).gates()).isEmpty();
    }

    Outputs sixth = toolCall(story);

    assertThat(sixth.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(sixth.gate().getLoopCount()).isEqualTo(3);
    assertThat(sixth.gate().getAttempts()).isEqualTo(6);
    assertThat(sixth.verdict().getLoopType()).isEqualTo(LoopType.REPEATED_ACTION);
  }

  @Test
  void furtherLoopsUpdateTheOpenGateAndOpenNoSecond() {
    GateTrigger opened = failures(story, 3).gate();

    GateTrigger updated = failures(story, 1).gate();
    story.task("T1").fails("Error B");
    GateTrigger other = story.task("T1").fails("Error B").gate();

    assertThat(updated.getState()).isEqualTo(GateState.UPDATED);
    assertThat(updated.getGateId()).isEqualTo(opened.getGateId());
    assertThat(updated.getLoopCount()).isEqualTo(3);
    assertThat(updated.getAttempts()).isEqualTo(4);
    assertThat(updated.getEvidence()).hasSize(4);
    assertThat(updated.getOpenedAt()).isEqualTo(opened.getOpenedAt());
    assertThat(other.getState()).isEqualTo(GateState.UPDATED);
    assertThat(other.getGateId()).isEqualTo(opened.getGateId());
    assertThat(other.getLoopCount()).isEqualTo(4);
  }

  @Test
  void inTheDefaultPolicyErrorsOfToolsDoNotOpenAGateByAttempts() {
    assertThat(failingCalls(story, 3).gates()).isEmpty();
    assertThat(failingCalls(story, 1).gate().getLoopCount()).isEqualTo(3);
  }

  @Test
  void whereThePolicySaysSoErrorsOfToolsOpenAGateByAttempts() {
    EngineScenario strict =
        EngineScenario.underYaml("identical_failure: {enabled: true}", "gate: {toolErrors: true}");

    assertThat(failingCalls(strict, 3).gate().getAttempts()).isEqualTo(3);
  }

  @Test
  void thePolicySetsBothThresholds() {
    EngineScenario scenario =
        EngineScenario.underYaml(
            "identical_failure: {enabled: true}", "gate: {loops: 5, attempts: 4}");

    assertThat(failures(scenario, 3).gates()).isEmpty();
    assertThat(failures(scenario, 1).gate().getReason())
        .isEqualTo("Loop detected after 4 attempts");
  }

  @Test
  void aPolicyWithoutALabelNamesNone() {
    EngineScenario unlabelled = EngineScenario.under("failures");

    assertThat(failures(unlabelled, 3).gate().getLabel()).isNull();
  }

  @Test
  void theHintHoldsNoSecret() {
    story.task("T1").fails("login with password=hunter2 failed");
    Outputs second = story.task("T1").fails("login with password=hunter2 failed");

    assertThat(second.records().toString()).doesNotContain("hunter2");
  }

  private static Outputs failures(EngineScenario story, int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      last = story.task("T1").fails("Error A");
    }
    return last;
  }

  private static Outputs toolCall(EngineScenario story) {
    String id = "call at " + story.now();
    story.task("T1").calls(id, "ls", "{}");
    return story.task("T1").returns(id, "ls", "a");
  }

  private static Outputs failingCalls(EngineScenario story, int times) {
    Outputs last = null;
    for (int i = 0; i < times; i++) {
      String id = "call at " + story.now();
      story.task("T1").calls(id, "ls", "{}");
      last = story.task("T1").returnsError(id, "ls", "denied");
    }
    return last;
  }
}
