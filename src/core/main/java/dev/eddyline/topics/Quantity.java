package dev.eddyline.topics;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses times and sizes with units: {@code 7d}, {@code 8MiB}. */
final class Quantity {

  private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,18})([A-Za-z]+)");
  private static final Map<String, Duration> TIMES =
      Map.of(
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));
  private static final Map<String, Integer> SIZES = Map.of("B", 1, "KiB", 1 << 10, "MiB", 1 << 20);

  private Quantity() {}

  /** A time above 0; throws IllegalArgumentException that says what is expected. */
  static Duration time(String text) {
    Matcher parts = NUMBER_AND_UNIT.matcher(text);
    if (parts.matches() && TIMES.containsKey(parts.group(2))) {
      try {
        Duration time = TIMES.get(parts.group(2)).multipliedBy(Long.parseLong(parts.group(1)));
        if (time.toMillis() > 0) {
          return time;
        }
      } catch (ArithmeticException tooLong) {
        throw invalidQuantityException("a time of less than 292 million years", text);
      }
    }
    throw invalidQuantityException("a time above 0 in d, h, m or s like 7d", text);
  }

  /** A size from 1 byte to less than 2 GiB; throws IllegalArgumentException likewise. */
  static int size(String text) {
    Matcher parts = NUMBER_AND_UNIT.matcher(text);
    if (parts.matches() && SIZES.containsKey(parts.group(2))) {
      long number = Long.parseLong(parts.group(1));
      int unit = SIZES.get(parts.group(2));
      if (number > 0 && number <= Integer.MAX_VALUE / unit) {
        return (int) number * unit;
      }
    }
    throw invalidQuantityException("a size from 1B to 2047MiB in B, KiB or MiB like 8MiB", text);
  }

  private static IllegalArgumentException invalidQuantityException(String expected, String actual) {
    return new IllegalArgumentException("must be " + expected + ", was '" + actual + "'");
  }
}
