package dev.eddyline.json;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/** What stands in for an event's id and time where its JSON names none. */
public interface Defaults {
  /** Id for the event that is being read. */
  String eventId();

  /** Time for the event of the task that is being read, in whole milliseconds. */
  Instant occurredAt(String taskId);

  /** Takes note of the time of an event that was read without problem. */
  void accepted(String taskId, Instant occurredAt);

  /** Defaults of events that happen now: a fresh UUID and the clock's time. */
  static Defaults live(InstantSource clock) {
    return new Defaults() {
      @Override
      public String eventId() {
        return UUID.randomUUID().toString();
      }

      @Override
      public Instant occurredAt(String taskId) {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
      }

      @Override
      public void accepted(String taskId, Instant occurredAt) {
        // the present needs no past
      }
    };
  }
}
