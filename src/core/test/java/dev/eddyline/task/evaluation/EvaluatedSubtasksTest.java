package dev.eddyline.task.evaluation;

import static dev.eddyline.schema.EvaluationVerdict.REGRESSIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.eddyline.schema.Decision;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.task.EvaluationOutcome;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.EngineScenario.EvaluationResult;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;
import org.junit.jupiter.api.Test;

/** An evaluator's answers about tasks below a root. */
class EvaluatedSubtasksTest {

  private final EngineScenario story =
      EngineScenario.underYaml(
          "identical_failure: {enabled: true}",
          "regressive_progress: {enabled: true}",
          "evaluation: {enabled: true, every: 1s}");

  private final TaskScript<Outputs> task = story.task("T1");

  @Test
  void evaluatedLoopOfSubtaskIsCountedByItsRoot() {
    // Given
    TaskScript<Outputs> below = story.task("sub").belowRoot("T1");
    below.fails("one");
    ProgressEvaluationRequest evaluationRequest = below.fails("two").evaluationRequest();
    assertThat(evaluationRequest.getRootTaskId()).isEqualTo("T1");

    // When
    Outputs caused =
        story
            .processEvaluatorAnswer(EvaluatorAnswers.as(REGRESSIVE, "worse", evaluationRequest))
            .outputs();

    // Then
    assertThat(caused.signals()).hasSize(1);
    assertThat(caused.verdict().getTaskId()).isEqualTo("sub");
    assertThat(caused.verdict().getRootTaskId()).isEqualTo("T1");
    assertThat(caused.verdict().getLoopCount()).isEqualTo(1);
    assertThat(task.fails("three").evaluationRequests()).isEmpty();
  }

  @Test
  void evaluatorAnswerForSubtaskIsOutdated_afterDecisionOnItsRoot() {
    // Given
    TaskScript<Outputs> below = story.task("sub").belowRoot("T1");
    below.fails("one");
    ProgressEvaluationRequest evaluationRequest = below.fails("two").evaluationRequest();
    task.decides(Decision.APPROVE);

    // When / Then
    EvaluationResult late =
        story.processEvaluatorAnswer(EvaluatorAnswers.as(REGRESSIVE, "worse", evaluationRequest));
    assertThat(late.outcome()).isEqualTo(EvaluationOutcome.OUTDATED);
    assertThat(late.outputs().records()).isEmpty();
  }
}
