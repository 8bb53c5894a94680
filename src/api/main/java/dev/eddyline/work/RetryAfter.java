package dev.eddyline.work;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Parses the header Retry-After: seconds, or a date. */
public final class RetryAfter {

  private static final Duration LONGEST = Duration.ofDays(1);

  private RetryAfter() {}

  /** The wait, at most a day; empty if invalid. */
  public static Optional<Duration> parse(String header) {
    String text = header.strip();
    try {
      Duration wait =
          text.matches("\\d{1,9}")
              ? Duration.ofSeconds(Long.parseLong(text))
              : Duration.between(
                  Instant.now(),
                  ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
      Duration atLeast = wait.isNegative() ? Duration.ZERO : wait;
      return Optional.of(atLeast.compareTo(LONGEST) > 0 ? LONGEST : atLeast);
    } catch (DateTimeParseException unknown) {
      return Optional.empty();
    }
  }
}
