package dev.eddyline.task.evaluation;

import dev.eddyline.schema.ProgressEvaluationRequest;
import dev.eddyline.task.scenario.EngineScenario;
import dev.eddyline.task.scenario.Outputs;
import dev.eddyline.task.scenario.TaskScript;

/** A task whose failures an evaluator is asked about. */
abstract class EvaluatedTaskFixture {

  static final String ON =
      """
      identical_failure: {enabled: true}
      regressive_progress: {enabled: true}
      no_measurable_progress: {enabled: true}
      external_fault: {enabled: true}
      evaluation: {enabled: true, every: 1s}
      gate: {loops: 3, attempts: null}
      """;

  final EngineScenario story = EngineScenario.underYaml(ON);
  final TaskScript<Outputs> task = story.task("T1");

  /** The task has failed in two ways; what is asked about the second. */
  ProgressEvaluationRequest failTwiceAndGetEvaluationRequest() {
    task.fails("one");
    return task.fails("two").evaluationRequest();
  }
}
