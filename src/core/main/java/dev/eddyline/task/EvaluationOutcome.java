package dev.eddyline.task;

/** The outcome of an evaluator's answer. */
public enum EvaluationOutcome {
  /** The answer was applied. */
  TAKEN,
  /** The request was already answered. */
  REPEATED,
  /** No such request is open: it was never made, was replaced, or its task was reset or expired. */
  UNKNOWN,
  /** The root was reset, or the task made progress, after the request. */
  OUTDATED,
  /** The policy no longer uses an evaluator. */
  OFF
}
