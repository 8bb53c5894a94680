package dev.eddyline.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Action;
import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.Target;
import dev.eddyline.schema.TaskAttempted;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.schema.Transition;
import dev.eddyline.state.TaskState;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asked beforehand is answered with what the rules would say, and never recorded. */
class ProposalsTest {

  private final EngineScenario story =
      EngineScenario.underYaml("step_iteration_exceeded: {steps: {test: 5}}");
  private final TaskScript<Outputs> task = story.task("T1");

  private static void enters(TaskScript<Outputs> task, int times) {
    for (int i = 0; i < times; i++) {
      task.enters("test");
    }
  }

  @Test
  void proposedStepOverItsLimitIsBlockedWithTheRequiredReason() {
    // Given
    enters(task, 5);

    // When
    LoopVerdict sixth = task.proposes("test").verdict();

    // Then
    assertThat(sixth.getReason()).isEqualTo("Phase 'test' exceeded max_visits (5) with 5 visits");
    assertThat(sixth.getLoopType()).isEqualTo(LoopType.STEP_ITERATION_EXCEEDED);
    assertThat(sixth.getAction()).isEqualTo(Action.BLOCK_TRANSITION);
    assertThat(sixth.getTarget()).isEqualTo(Target.USER);
    assertThat(sixth.getText())
        .contains("Do not make this transition: a person must decide")
        .contains("So far: 5 attempts, 0 loops");
    assertThat(sixth.getAttempts()).isEqualTo(6);
  }

  @Test
  void proposedTransitionOverItsLimitIsBlockedWithTheRequiredReason() {
    // Given
    EngineScenario limited = EngineScenario.underYaml("transition_limit_exceeded: {max: 2}");
    limited.task("T1").moves("fix", "test");
    limited.task("T1").moves("fix", "test");

    // When
    LoopVerdict third =
        limited.task("T1").publishesBody(new Transition("fix", "test", "", true)).verdict();

    // Then
    assertThat(third.getReason())
        .isEqualTo("Transition fix→test exceeded max_transitions (2) with 2 occurrences");
    assertThat(third.getAction()).isEqualTo(Action.BLOCK_TRANSITION);
  }

  @Test
  void aProposalBelowItsLimitMayGoOn() {
    // Given
    enters(task, 4);

    // When
    LoopVerdict fifth = task.proposes("test").verdict();

    // Then
    assertThat(fifth.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(fifth.getAction()).isEqualTo(Action.CONTINUE);
  }

  @Test
  void aProposalIsNeitherCountedNorRecordedAndOpensNoGate() {
    // Given
    enters(task, 5);
    TaskState before = story.memory().taskState("T1");

    // When
    Outputs once = task.proposes("test");
    LoopVerdict again = task.proposes("test").verdict();

    // Then
    assertThat(once.outcome()).isEqualTo(InputOutcome.ANSWERED);
    assertThat(once.gates()).isEmpty();
    assertThat(again.getLoopCount()).isZero();
    assertThat(again.getMeasured()).isEqualTo(6);
    assertThat(story.memory().taskState("T1")).isEqualTo(before);
    assertThat(task.enters("test").gate().getLoopCount()).isEqualTo(1);
  }

  @Test
  void anAttemptAtATaskThatIsDoneIsAnsweredWithTheNextTask() {
    // Given
    EngineScenario attempts = EngineScenario.under("autopilot");
    attempts.task("T1").attempts(TaskStatus.DONE, List.of(), List.of());
    attempts.task("T1").attempts(TaskStatus.DONE, List.of(), List.of());

    // When
    LoopVerdict third =
        attempts
            .task("T1")
            .publishesBody(new TaskAttempted(TaskStatus.DONE, null, null, true))
            .verdict();

    // Then
    assertThat(third.getAction()).isEqualTo(Action.FORCE_NEXT);
    assertThat(third.getSetStatus()).isEqualTo(TaskStatus.DONE);
  }

  @Test
  void aProposedAttemptIsNotReportedAsAnAttempt() {
    // Given
    EngineScenario attempts = EngineScenario.under("autopilot");
    attempts.task("T1").attempts(TaskStatus.IN_PROGRESS, List.of(), List.of());
    attempts.task("T1").attempts(TaskStatus.IN_PROGRESS, List.of(), List.of());

    // When
    String third =
        attempts
            .task("T1")
            .publishesBody(new TaskAttempted(TaskStatus.IN_PROGRESS, List.of(), List.of(), true))
            .verdict()
            .getText();

    // Then
    assertThat(third)
        .startsWith(
            "Task T1 goes round after 2 attempts. The same work was done in 2 attempts. Stop here")
        .contains("So far: 2 attempts, 0 loops");
  }

  @Test
  void proposalOfASubtaskCountsItsSignalledLoopsAsTheSameLoop() {
    // Given
    EngineScenario blocked = EngineScenario.under("autopilot");
    TaskScript<Outputs> subtask = blocked.task("T1.1").belowRoot("T1");
    TaskAttempted proposal = new TaskAttempted(TaskStatus.BLOCKED, List.of("key"), null, true);
    subtask.attempts(TaskStatus.BLOCKED, List.of("key"), null);
    subtask.attempts(TaskStatus.BLOCKED, List.of("key"), null);
    Action first = subtask.publishesBody(proposal).verdict().getAction();
    for (int i = 0; i < 3; i++) {
      subtask.attempts(TaskStatus.BLOCKED, List.of("key"), null);
    }

    // When
    LoopVerdict again = subtask.publishesBody(proposal).verdict();

    // Then
    assertThat(first).isEqualTo(Action.UNBLOCK_AUTHORITY);
    assertThat(again.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(again.getTarget()).isEqualTo(Target.USER);
  }

  @Test
  void proposalGetsTheConfiguredAction() {
    // Given
    EngineScenario chosen =
        EngineScenario.underYaml(
            "step_iteration_exceeded: {max: 1}", "actions: {step_iteration_exceeded: close}");
    chosen.task("T1").enters("test");

    // When
    LoopVerdict second = chosen.task("T1").proposes("test").verdict();

    // Then
    assertThat(second.getAction()).isEqualTo(Action.CLOSE);
  }

  @Test
  void proposedStepOfSubtaskOverItsLimitIsBlocked() {
    // Given
    TaskScript<Outputs> subtask = story.task("T1.1").belowRoot("T1");
    enters(subtask, 5);

    // When
    LoopVerdict sixth = subtask.proposes("test").verdict();

    // Then
    assertThat(sixth.getAction()).isEqualTo(Action.BLOCK_TRANSITION);
  }

  @Test
  void proposalsOfABlockedRootGetTheActionOfItsGateOrRejection() {
    // Given
    enters(task, 6);
    LoopVerdict atGate = task.proposes("test").verdict();
    task.decides(Decision.REJECT);

    // When
    LoopVerdict rejected = task.proposes("test").verdict();

    // Then
    assertThat(atGate.getLoopType()).isEqualTo(LoopType.OK);
    assertThat(atGate.getAction()).isEqualTo(Action.ESCALATE);
    assertThat(rejected.getAction()).isEqualTo(Action.ABORT);
  }

  @Test
  void shadowPolicyDoesNotBlockAProposedStep() {
    // Given
    EngineScenario watching =
        EngineScenario.underYaml("mode: shadow", "step_iteration_exceeded: {max: 1}");
    watching.task("T1").enters("test");

    // When
    LoopVerdict second = watching.task("T1").proposes("test").verdict();

    // Then
    assertThat(second.getAction()).isEqualTo(Action.CONTINUE);
    assertThat(second.getShadow()).isFalse();
  }
}
