package dev.eddyline.judgement;

import dev.eddyline.schema.ProgressEvaluationRequest;

/** Judges evaluation requests; always returns a judgement. */
@FunctionalInterface
public interface Evaluator {

  /** Judges a request. */
  Judgement judge(ProgressEvaluationRequest request);
}
