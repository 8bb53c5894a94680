package dev.eddyline.task;

/** The outcome of an input. */
public enum InputOutcome {
  /** It was recorded. */
  TAKEN,
  /** Its id was already seen: dropped as a duplicate. */
  REPEATED,
  /** It is older than the deduplication horizon: never part of a loop. */
  LATE,
  /** It was a proposed event: replied to, not recorded. */
  ANSWERED
}
