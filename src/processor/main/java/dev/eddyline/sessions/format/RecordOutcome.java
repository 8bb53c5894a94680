package dev.eddyline.sessions.format;

/** What a reader did with a record. */
public enum RecordOutcome {
  /** It is an event or the context of events. */
  MAPPED,
  /** It repeats an earlier record. */
  COPY,
  /** Its type has no events, or is unknown. */
  SKIPPED
}
