package dev.eddyline.task.subtasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.LoopType;
import dev.eddyline.schema.LoopVerdict;
import dev.eddyline.schema.TaskStatus;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A subtask's attempt history is reset exactly when a root's is. */
class AttemptsOfSubtasksTest {

  private static TaskScript<Outputs> root(EngineScenario story) {
    return story.task("R").requestingReply();
  }

  private static TaskScript<Outputs> subtask(EngineScenario story) {
    return story.task("R.1").belowRoot("R").requestingReply();
  }

  private static Outputs attempt(TaskScript<Outputs> task, String blocker) {
    return task.attempts(TaskStatus.BLOCKED, List.of(blocker), null);
  }

  /**
   * What answers the loops of ten attempts, of ten more after a decision, and of ten more after a
   * success.
   */
  private static List<String> answers(EngineScenario story, TaskScript<Outputs> task) {
    List<String> answers = new ArrayList<>();
    for (int i = 1; i <= 30; i++) {
      for (LoopVerdict verdict : attempt(task, "x").verdicts()) {
        if (verdict.getLoopType() != LoopType.OK) {
          answers.add("%d %s %s".formatted(i, verdict.getLoopType(), verdict.getAction()));
        }
      }
      if (i == 10) {
        story.task("R").decides(Decision.APPROVE);
      } else if (i == 20) {
        story.task("R").completes();
        story.task("R.1").belowRoot("R").completes();
      }
    }
    return answers;
  }

  @ParameterizedTest
  @ValueSource(strings = {"mode: live", "mode: shadow"})
  void theSameAttemptsAreAnsweredTheSame(String mode) {
    // Given
    String rule = "task_attempts: {}";
    EngineScenario ofRoot = EngineScenario.underYaml(mode, rule);
    EngineScenario ofSubtask = EngineScenario.underYaml(mode, rule);

    // When
    List<String> answers = answers(ofSubtask, subtask(ofSubtask));

    // Then
    assertThat(answers).isEqualTo(answers(ofRoot, root(ofRoot)));
    assertThat(answers).anyMatch(answer -> answer.contains("BLOCKED_TASK_SPIN UNBLOCK_AUTHORITY"));
  }

  @Test
  void theSameBlockersAreDetectedAtTheThirdAndFromTheSixthAttemptOn() {
    // Given
    EngineScenario story = EngineScenario.underYaml("task_attempts: {}");
    List<Integer> tripped = new ArrayList<>();

    // When
    for (int i = 1; i <= 10; i++) {
      if (attempt(subtask(story), "x").verdict().getLoopType() == LoopType.BLOCKED_TASK_SPIN) {
        tripped.add(i);
      }
    }

    // Then
    assertThat(tripped).containsExactly(3, 6, 7, 8, 9, 10);
  }

  @Test
  void subtaskCompletionDoesNotResetItsAttemptHistory() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml("task_attempts: {}", "gate: {humanGates: false}");
    for (int i = 0; i < 3; i++) {
      attempt(subtask(story), "x");
    }
    story.task("R.1").belowRoot("R").completes();

    // When
    for (int i = 0; i < 3; i++) {
      attempt(subtask(story), "x");
    }
    LoopVerdict seventh = attempt(subtask(story), "x").verdict();

    // Then
    assertThat(seventh.getLoopType()).isEqualTo(LoopType.BLOCKED_TASK_SPIN);
  }

  @Test
  void theNewest32LoopsAreStored() {
    // Given
    EngineScenario story =
        EngineScenario.underYaml("task_attempts: {}", "gate: {humanGates: false}");

    // When
    for (int blocker = 0; blocker < 34; blocker++) {
      for (int i = 0; i < 3; i++) {
        attempt(subtask(story), "blocker " + blocker);
      }
    }

    // Then
    assertThat(story.memory().taskState("R.1").getSignalled()).hasSize(32).doesNotHaveDuplicates();
  }
}
