package dev.eddyline.task.requirements;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.FailureReported;
import dev.eddyline.schema.FailureSignature;
import dev.eddyline.schema.GateState;
import dev.eddyline.schema.GateTrigger;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.MatchKind;
import dev.eddyline.schema.Target;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Required examples of failures, gates and resets; each name has its section. */
class CounterRequirementsTest {

  private static final String TYPE_ERROR = "TypeError: cannot read property 'x' of undefined";

  private final EngineScenario story = EngineScenario.under("failures");

  @Test
  void testing_exactErrorMatchIncrementsCounter() {
    assertThat(story.task("task1").fails(TYPE_ERROR).records()).isEmpty();

    LoopVerdict second = story.task("task1").fails(TYPE_ERROR).verdict();

    assertThat(second.getLoopCount()).isEqualTo(1);
    assertThat(second.getAttempts()).isEqualTo(2);
    assertThat(second.getMatchKind()).isEqualTo(MatchKind.EXACT);
    assertThat(second.getReason()).isEqualTo("Exact error message match");
  }

  @Test
  void testing_gateTriggeredAfterThreeLoops() {
    story.task("task1").fails("Syntax error at line 42");
    story.task("task1").fails("Syntax error at line 42");

    Outputs third = story.task("task1").fails("Syntax error at line 42");

    assertThat(third.gate().getState()).isEqualTo(GateState.OPENED);
    assertThat(third.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
    assertThat(third.verdict().getAction()).isEqualTo(Action.ESCALATE);
    assertThat(third.verdict().getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void testing_counterResetsOnTaskCompletion() {
    story.task("task1").fails("Error");
    assertThat(story.task("task1").fails("Error").verdict().getAttempts()).isEqualTo(2);
    story.task("task1").completes();

    LoopVerdict newTask = story.task("task2").requestingReply().fails("Error").verdict();

    assertThat(newTask.getLoopCount()).isZero();
  }

  @Test
  void loopDetectionService_withoutTheAttemptsRuleFourIdenticalFailuresOpenTheGate() {
    EngineScenario literal =
        EngineScenario.underYaml(
            "identical_failure: {enabled: true}", "gate: {loops: 3, attempts: null}");
    IntStream.range(0, 3)
        .forEach(i -> assertThat(literal.task("task1").fails(TYPE_ERROR).gates()).isEmpty());

    Outputs fourth = literal.task("task1").fails(TYPE_ERROR);

    assertThat(fourth.verdict().getLoopCount()).isEqualTo(3);
    assertThat(fourth.verdict().getLimit()).isEqualTo(4);
    assertThat(fourth.gate().getReason()).isEqualTo("Loop detected after 3 attempts");
  }

  @Test
  void failureSignatureStoresMessageTypeLocationContextTimeAndAgent() {
    story
        .task("task1")
        .publishesBody(
            new FailureReported(
                TYPE_ERROR, "runtime", "src/auth.ts:42", "at f (auth.ts:42)", null));

    FailureSignature storedFailure = story.failureHistory("task1").getFailures().get(0);

    assertThat(storedFailure.getErrorType()).isEqualTo("runtime");
    assertThat(storedFailure.getLocation()).isEqualTo("src/auth.ts:42");
    assertThat(storedFailure.getContext()).isNotZero();
    assertThat(storedFailure.getFirstAt()).isEqualTo(EngineScenario.BEGIN.toEpochMilli());
    assertThat(storedFailure.getAgents()).containsExactly("agent-1");
    assertThat(storedFailure.getSeen().get(0).getWhat()).isEqualTo(TYPE_ERROR);
  }

  @Test
  void differentErrorsAreNotALoop() {
    assertThat(story.task("task1").fails("Error A").records()).isEmpty();
    assertThat(story.task("task1").fails("Error B").verdicts()).isEmpty();
    assertThat(story.task("task1").fails("Error C").records()).isEmpty();
  }

  @Test
  void theLastTenDistinctFailuresAreStored() {
    IntStream.range(0, 11).forEach(i -> story.task("task1").fails("Error " + (char) ('A' + i)));

    assertThat(story.failureHistory("task1").getFailures()).hasSize(10);
    assertThat(story.task("task1").fails("Error B").verdict().getAttempts()).isEqualTo(2);
    assertThat(story.task("task1").fails("Error A").records()).isEmpty();
  }

  @Test
  void aTaskWithoutAnEventForADayIsCollected() {
    story.task("task1").fails(TYPE_ERROR);
    story.task("task1").fails(TYPE_ERROR);
    story.advanceTime(Duration.ofHours(25));

    assertThat(story.task("task1").fails(TYPE_ERROR).records()).isEmpty();
  }

  @Test
  void afterTheDecisionTheOtherAgentStartsFresh() {
    IntStream.range(0, 3).forEach(i -> story.task("task1").byAgent("agent-a").fails(TYPE_ERROR));

    Outputs decided = story.task("task1").decides(Decision.APPROVE_OTHER_AGENT);

    assertThat(decided.reset().getReason()).isEqualTo("Human intervention");
    assertThat(story.task("task1").byAgent("agent-b").fails(TYPE_ERROR).records()).isEmpty();
    assertThat(story.task("task1").byAgent("agent-b").fails(TYPE_ERROR).verdict().getLoopCount())
        .isEqualTo(1);
  }

  @Test
  void agentChangeWithoutDecisionDoesNotResetTheCount() {
    story.task("task1").byAgent("agent-a").fails(TYPE_ERROR);
    story.task("task1").byAgent("agent-a").fails(TYPE_ERROR);

    GateTrigger gate = story.task("task1").byAgent("agent-b").fails(TYPE_ERROR).gate();

    assertThat(gate.getState()).isEqualTo(GateState.OPENED);
    assertThat(gate.getReason()).isEqualTo("Loop detected after 3 attempts");
    assertThat(gate.getAgentId()).isEqualTo("agent-b");
  }

  @Test
  void aNewTaskHasItsOwnCounterEvenWithTheSameAgent() {
    IntStream.range(0, 2).forEach(i -> story.task("task1").byAgent("agent-a").fails(TYPE_ERROR));

    assertThat(story.task("task2").byAgent("agent-a").fails(TYPE_ERROR).records()).isEmpty();
  }

  @Test
  void subtasksShareTheLoopCounterOfTheirRoot() {
    story.task("sub1").belowRoot("task1").fails("Error A");
    story.task("sub1").belowRoot("task1").fails("Error A");
    story.task("sub1").belowRoot("task1").completes();
    story.task("sub2").belowRoot("task1").fails("Error B");

    LoopVerdict verdict = story.task("sub2").belowRoot("task1").fails("Error B").verdict();

    assertThat(verdict.getLoopCount()).isEqualTo(2);
  }

  @Test
  void loopBelowTheGateThresholdAsksForAnotherApproach() {
    story.task("task1").fails(TYPE_ERROR);

    LoopVerdict second = story.task("task1").fails(TYPE_ERROR).verdict();

    assertThat(second.getAction()).isEqualTo(Action.RETRY_WITH_HINT);
    assertThat(second.getText()).contains("change the approach");
  }

  @Test
  void monitoring_aResetReportsTheReasonAndThePreviousCount() {
    IntStream.range(0, 3).forEach(i -> story.task("task1").fails(TYPE_ERROR));

    Outputs done = story.task("task1").completes();

    assertThat(done.reset().getReason()).isEqualTo("Task completed successfully");
    assertThat(done.reset().getPreviousCount()).isEqualTo(2);
  }
}
