package dev.eddyline.json;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Supplier;

/** Supplies the id and time of events whose JSON has none. */
public interface EventDefaults {

  /** Maximum time that a live event may be ahead of the clock. */
  Duration MOST_AHEAD = Duration.ofDays(1);

  /** Id of the event being read. */
  String eventId();

  /** Whether an event of a tool call gets its id from its task and its call in place of this. */
  default boolean derivesIdsFromCalls() {
    return true;
  }

  /** Time of the event being read, in whole milliseconds. */
  Instant occurredAt(String taskId);

  /** The latest allowed event time; empty for none. */
  default Optional<Instant> latest() {
    return Optional.empty();
  }

  /** Records the time of a valid event. */
  void recordEventTime(String taskId, Instant occurredAt);

  /**
   * Defaults of live events: the clock's time, and at most a day ahead of it.
   *
   * @param now supplies the clock's time
   * @param eventIds supplies an id for each event without one
   */
  static EventDefaults live(Supplier<Instant> now, Supplier<String> eventIds) {
    return new EventDefaults() {
      @Override
      public String eventId() {
        return eventIds.get();
      }

      @Override
      public Optional<Instant> latest() {
        return Optional.of(now.get().plus(MOST_AHEAD));
      }

      @Override
      public Instant occurredAt(String taskId) {
        return now.get().truncatedTo(ChronoUnit.MILLIS);
      }

      @Override
      public void recordEventTime(String taskId, Instant occurredAt) {
        // live events need no earlier times
      }
    };
  }
}
