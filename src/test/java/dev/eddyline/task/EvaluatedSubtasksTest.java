package dev.eddyline.task;

import static dev.eddyline.schema.EvaluationVerdict.REGRESSIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.task.Story.Reply;
import org.junit.jupiter.api.Test;

/** An evaluator's answers about tasks below a root. */
class EvaluatedSubtasksTest {

  private final Story story =
      Story.underYaml(
          "identical_failure: {enabled: true}",
          "regressive_progress: {enabled: true}",
          "evaluation: {enabled: true, every: 1s}");

  private final TaskScript<Outputs> task = story.task("T1");

  @Test
  void aSubtasksLoopCountsOnItsRoot() {
    // Given
    TaskScript<Outputs> below = story.task("sub").under("T1");
    below.fails("one");
    ProgressEvaluationRequest asked = below.fails("two").question();
    assertThat(asked.getRootTaskId()).isEqualTo("T1");

    // When
    Outputs caused = story.answer(Evaluated.as(REGRESSIVE, "worse", asked)).caused();

    // Then
    assertThat(caused.signals()).hasSize(1);
    assertThat(caused.verdict().getTaskId()).isEqualTo("sub");
    assertThat(caused.verdict().getRootTaskId()).isEqualTo("T1");
    assertThat(caused.verdict().getLoopCount()).isEqualTo(1);
    assertThat(task.fails("three").questions()).isEmpty();
  }

  @Test
  void anAnswerAboutASubtaskThatComesAfterADecisionAboutItsRootDoesNothing() {
    // Given
    TaskScript<Outputs> below = story.task("sub").under("T1");
    below.fails("one");
    ProgressEvaluationRequest asked = below.fails("two").question();
    task.decides(Decision.APPROVE);

    // When / Then
    Reply late = story.answer(Evaluated.as(REGRESSIVE, "worse", asked));
    assertThat(late.answered()).isEqualTo(Answered.OUTDATED);
    assertThat(late.caused().records()).isEmpty();
  }
}
