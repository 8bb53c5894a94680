package dev.eddyline.evaluator;

import dev.eddyline.schema.ProgressEvaluationRequest;

/** Judges requests; it always answers. */
@FunctionalInterface
public interface Evaluator {

  /** What it thinks of a request. */
  Judgement judge(ProgressEvaluationRequest request);
}
