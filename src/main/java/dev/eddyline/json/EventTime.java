package dev.eddyline.json;

import java.time.Instant;
import java.util.Optional;

/** Which times an event may have. */
public final class EventTime {

  /** The earliest time of an event. */
  public static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

  /** In the year 2286; as milliseconds it is in April 1970. */
  private static final long LATEST_SECONDS = 10_000_000_000L;

  private EventTime() {}

  /** What is wrong with a time, for a person; empty where nothing is. */
  public static Optional<String> problem(Instant occurredAt) {
    return problem(occurredAt, Optional.empty());
  }

  /**
   * The same where events of the future are refused.
   *
   * @param latest the latest time that an event may have
   */
  static Optional<String> problem(Instant occurredAt, Optional<Instant> latest) {
    if (occurredAt.isBefore(EARLIEST)) {
      long millis = occurredAt.toEpochMilli();
      boolean isSeconds = millis >= EARLIEST.getEpochSecond() && millis < LATEST_SECONDS;
      return Optional.of(
          "occurredAt must be ≥ %s, was %s%s"
              .formatted(
                  EARLIEST,
                  occurredAt,
                  isSeconds ? ": it looks like seconds; milliseconds are expected" : ""));
    }
    return latest
        .filter(occurredAt::isAfter)
        .map(
            bound ->
                "occurredAt must not be more than a day ahead, was %s: is the clock right?"
                    .formatted(occurredAt));
  }
}
