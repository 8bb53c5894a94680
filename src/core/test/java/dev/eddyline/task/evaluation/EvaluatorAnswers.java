package dev.eddyline.task.evaluation;

import dev.eddyline.schema.EvaluationVerdict;
import dev.eddyline.schema.ProgressEvaluation;
import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.task.scenario.EngineScenario;

/** Answers of an evaluator. */
final class EvaluatorAnswers {

  /** Who answers. */
  static final String MODEL = "model-1";

  private EvaluatorAnswers() {}

  /** The answer to a request. */
  static ProgressEvaluation as(
      EvaluationVerdict verdict, String reason, ProgressEvaluationRequest request) {
    return new ProgressEvaluation(
        request.getRequestId(), request.getTaskId(), verdict, reason, MODEL, EngineScenario.BEGIN);
  }
}
