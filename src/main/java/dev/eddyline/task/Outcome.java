package dev.eddyline.task;

/** What became of an input. */
public enum Outcome {
  /** It was recorded. */
  TAKEN,
  /** Its id was seen before: dropped. */
  REPEATED,
  /** It is older than what the task still remembers: never part of a loop. */
  LATE,
  /** It was asked beforehand: answered, not recorded. */
  ANSWERED
}
