package dev.eddyline.json;

import java.time.Instant;
import java.util.Optional;

/** Checks event times. */
public final class EventTime {

  /** The earliest time of an event. */
  public static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

  /** Upper bound of epoch seconds (year 2286); in milliseconds April 1970. */
  private static final long LATEST_SECONDS = 10_000_000_000L;

  private EventTime() {}

  /** Whether a text is a date and time with an offset, in ISO-8601. */
  public static boolean isIsoTime(String text) {
    return JsonTimestamp.parseIso(text).isPresent();
  }

  /** The problem of a time; empty if valid. */
  public static Optional<String> problem(Instant occurredAt) {
    return problem(occurredAt, Optional.empty());
  }

  /**
   * The same with an upper bound.
   *
   * @param latest the latest allowed time
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

  /** A time of epoch milliseconds or seconds, rounded to milliseconds. */
  public static Instant ofEpoch(double number) {
    return Instant.ofEpochMilli(Math.round(number < LATEST_SECONDS ? number * 1_000 : number));
  }
}
