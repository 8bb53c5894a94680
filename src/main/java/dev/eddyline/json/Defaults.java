package dev.eddyline.json;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/** What stands in for an event's id and time where its JSON names none. */
public interface Defaults {

  /** How far ahead of the clock the time of an event may be that happens now. */
  Duration MOST_AHEAD = Duration.ofDays(1);

  /** Id for the event that is being read. */
  String eventId();

  /** Time for the event of the task that is being read, in whole milliseconds. */
  Instant occurredAt(String taskId);

  /** The latest time that an event may have; empty where there is none. */
  default Optional<Instant> latest() {
    return Optional.empty();
  }

  /** Takes note of the time of an event that was read without problem. */
  void accepted(String taskId, Instant occurredAt);

  /** Defaults of events that happen now: a fresh UUID and the clock's time. */
  static Defaults live(InstantSource clock) {
    return live(clock, () -> UUID.randomUUID().toString());
  }

  /**
   * Defaults of events that happen now: the clock's time; none may be more than a day ahead of it.
   *
   * @param eventIds gives an id to each event that names none
   */
  static Defaults live(InstantSource clock, Supplier<String> eventIds) {
    return new Defaults() {
      @Override
      public String eventId() {
        return eventIds.get();
      }

      @Override
      public Optional<Instant> latest() {
        return Optional.of(clock.instant().plus(MOST_AHEAD));
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
