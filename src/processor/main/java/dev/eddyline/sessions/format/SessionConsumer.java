package dev.eddyline.sessions.format;

/** Consumes the events of a session. */
@FunctionalInterface
public interface SessionConsumer {

  /** Consumes the next event. */
  void acceptEvent(SessionFileEvent event);

  /**
   * Consumes a record that cannot be read; by default nothing happens.
   *
   * @param position line of the record, or its place in the session, from 1
   * @param reason what is wrong, without text of the record
   */
  default void rejectRecord(long position, String reason) {
    // the summary counts it
  }
}
