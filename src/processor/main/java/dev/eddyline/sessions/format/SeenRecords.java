package dev.eddyline.sessions.format;

/** The ids of the records that all sessions had, within limits. The ids of formats differ. */
public interface SeenRecords {

  /** Adds a record, and reports whether it is the first with this id. */
  boolean add(String id);

  /** Whether a session had a record with this id. */
  boolean contains(String id);
}
