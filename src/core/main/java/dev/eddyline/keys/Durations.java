package dev.eddyline.keys;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Durations as people write them: a number and its unit, such as {@code 30s} or {@code 1h30m}. */
public final class Durations {

  private Durations() {}

  /** Parses a duration greater than 0 and at most this; null for an invalid text. */
  public static Duration parseWithMaximum(String text, Duration maximum) {
    try {
      Duration duration = Duration.parse("PT" + text.strip().toUpperCase(Locale.ROOT));
      boolean within = !duration.isNegative() && !duration.isZero();
      return within && duration.compareTo(maximum) <= 0 ? duration : null;
    } catch (DateTimeParseException notADuration) {
      return null;
    }
  }

  /** The duration as a text node that can be parsed again; a null node for none. */
  static JsonNode toNode(Duration time) {
    if (time == null) {
      return KeyType.NODES.nullNode();
    }
    return KeyType.NODES.textNode(time.toString().substring(2).toLowerCase(Locale.ROOT));
  }
}
