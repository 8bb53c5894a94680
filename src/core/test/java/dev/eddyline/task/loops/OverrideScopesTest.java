package dev.eddyline.task.loops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.TaskStarted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Overrides and mutes of a policy where tasks run. */
class OverrideScopesTest {

  @Test
  void aStepHasItsOwnLimitAndItsOwnAction() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml(
            "step_iteration_exceeded: {max: 10, roles: {worker: 5}}",
            "steps: {test-worker: {step_iteration_exceeded: {max: 1}, actions: {default: abort}}}");
    var task = story.task("T1");
    task.enters("test-worker");
    task.enters("other-worker");
    task.enters("other-worker");

    // When
    Outputs again = task.enters("test-worker");

    // Then
    assertThat(again.verdict().getLoopType()).isEqualTo(LoopType.STEP_ITERATION_EXCEEDED);
    assertThat(again.verdict().getLimit()).isEqualTo(1);
    assertThat(again.verdict().getAction()).isEqualTo(Action.ABORT);
  }

  @Test
  void theThresholdIsThatOfTheTasksComplexity() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml(
            "task_attempts: {maxAttempts: 3}",
            "complexity: {simple: {task_attempts: {maxAttempts: 2}}}");
    var simple = story.task("T1");
    var other = story.task("T2");
    simple.publishesBody(new TaskStarted("goal", "Simple", null));
    other.publishesBody(new TaskStarted("goal", null, null));
    simple.attempts(TaskStatus.DONE, null, null);
    other.attempts(TaskStatus.DONE, null, null);

    // When
    Outputs bySimple = simple.attempts(TaskStatus.DONE, null, null);
    Outputs byOther = other.attempts(TaskStatus.DONE, null, null);

    // Then
    assertThat(bySimple.verdict().getLoopType()).isEqualTo(LoopType.COMPLETED_TASK_REVISIT);
    assertThat(byOther.verdicts()).isEmpty();
  }

  @Test
  void aMutedToolIsSeenByNoRuleUntilTheMuteEnds() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml(
            "identical_failure: {}",
            "mutes: [{tool: poll, reason: it polls, until: "
                + EngineScenario.BEGIN.plusSeconds(5)
                + "}]");
    var task = story.task("T1");

    // When
    Outputs muted = null;
    for (int second = 0; second < 5; second++) {
      muted = task.returnsError("c" + second, "poll", "not there yet");
    }
    Outputs first = task.returnsError("c5", "poll", "not there yet");
    Outputs second = task.returnsError("c6", "poll", "not there yet");

    // Then
    assertThat(muted.verdicts()).isEmpty();
    assertThat(first.verdicts()).isEmpty();
    assertThat(second.verdict().getLoopType()).isEqualTo(LoopType.IDENTICAL_FAILURE);
    assertThat(second.verdict().getAttempts()).isEqualTo(2);
  }

  @Test
  void proposalInAMutedStepGetsAReplyWithoutALoop() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml(
            "step_iteration_exceeded: {max: 1}",
            "mutes: [{step: review, reason: a known cycle, until: 2030-01-01T00:00:00Z}]");
    var task = story.task("T1");
    task.enters("review");
    task.enters("review");

    // When
    Outputs proposalOutputs = task.proposes("review");

    // Then
    assertThat(proposalOutputs.verdict().getLoopType()).isEqualTo(LoopType.OK);
    assertThat(proposalOutputs.verdict().getReason()).isEqualTo("Asked beforehand");
  }

  @Test
  void disabledPolicyDetectsNothing() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml("enabled: false", "identical_failure: {}", "task_attempts: {}");
    var task = story.task("T1");

    // When
    List<Outputs> outputs =
        List.of(
            task.fails("x"), task.fails("x"), task.fails("x"), task.requestingReply().fails("x"));

    // Then
    assertThat(outputs.subList(0, 3)).allMatch(output -> output.verdicts().isEmpty());
    assertThat(outputs.get(3).verdict().getLoopType()).isEqualTo(LoopType.OK);
  }

  @Test
  void theLoopsOfASubtaskAreJudgedByThePolicyOfItsStep() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml(
            "identical_failure: {}", "steps: {build: {actions: {identical_failure: close}}}");
    var subtask = story.task("S1").belowRoot("R1");
    subtask.enters("build");
    subtask.fails("x");

    // When
    Outputs again = subtask.fails("x");

    // Then
    assertThat(again.verdict().getAction()).isEqualTo(Action.CLOSE);
  }
}
