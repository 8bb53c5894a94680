package dev.eddyline.task;

/** What became of an evaluator's answer. */
public enum Answered {
  /** It had its effect. */
  TAKEN,
  /** The question was answered before. */
  REPEATED,
  /**
   * Nobody asks this: never asked, asked anew since, or of before a reset or of a forgotten task.
   */
  UNKNOWN,
  /** The root was reset, or the task got further, after it was asked. */
  OUTDATED,
  /** The policy asks no evaluator any more. */
  OFF
}
