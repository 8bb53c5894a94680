package dev.eddyline.sessions.format;

import com.fasterxml.jackson.databind.JsonNode;
import dev.eddyline.json.EventTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Typed access to a record's fields. A field of a wrong type is an {@link InvalidRecordException}
 * that names it.
 *
 * @param json the record, or an object within it
 * @param path path of the object within the record, with a dot at its end; empty for the record
 */
public record RecordFields(JsonNode json, String path) {

  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  /** The fields of a whole record. */
  public static RecordFields of(JsonNode record) {
    return new RecordFields(record, "");
  }

  /** A field; empty when it is absent or null. */
  Optional<JsonNode> value(String field) {
    return Optional.ofNullable(json.get(field)).filter(value -> !value.isNull());
  }

  /** A text field; empty when it is absent or null. */
  public Optional<String> text(String field) {
    return value(field)
        .map(value -> require(value.isTextual(), field, "a string", value).textValue());
  }

  /** A text field that must be there and not be empty. */
  String required(String field) {
    return text(field)
        .filter(text -> !text.isEmpty())
        .orElseThrow(() -> new InvalidRecordException(path + field + " is required"));
  }

  /** An object; empty when it is absent or null. */
  Optional<RecordFields> object(String field) {
    return value(field)
        .map(value -> require(value.isObject(), field, "an object", value))
        .map(value -> new RecordFields(value, path + field + "."));
  }

  /** An object that must be there. */
  RecordFields requiredObject(String field) {
    return object(field)
        .orElseThrow(() -> new InvalidRecordException(path + field + " is required"));
  }

  /** The objects of an array; none when it is absent or null. Other elements are left out. */
  List<RecordFields> objects(String field) {
    JsonNode array =
        value(field).map(value -> require(value.isArray(), field, "an array", value)).orElse(null);
    List<RecordFields> objects = new ArrayList<>();
    for (int i = 0; array != null && i < array.size(); i++) {
      if (array.get(i).isObject()) {
        objects.add(new RecordFields(array.get(i), "%s%s[%d].".formatted(path, field, i)));
      }
    }
    return objects;
  }

  /** Whether a flag is set. */
  boolean flag(String field) {
    return json.path(field).asBoolean(false);
  }

  /** A count that is 0 when it is absent or not a number. */
  long count(String field) {
    return Math.max(0, json.path(field).asLong(0));
  }

  /**
   * A time in whole milliseconds: ISO 8601, in UTC where it has no zone, or epoch milliseconds or
   * seconds; empty when it is absent. A record whose time cannot be read is one without a time.
   */
  Optional<Instant> time(String field) {
    return value(field)
        .flatMap(
            value ->
                value.isNumber()
                    ? Optional.of(EventTime.ofEpoch(value.doubleValue()))
                    : parseTime(value.asText("")))
        .filter(time -> !time.isBefore(EventTime.EARLIEST) && !time.isAfter(LATEST));
  }

  private static Optional<Instant> parseTime(String text) {
    try {
      String iso = text.replaceFirst("^(\\d{4}-\\d\\d-\\d\\d) ", "$1T");
      boolean hasZone = iso.matches(".*(Z|[+-]\\d\\d:\\d\\d)");
      Instant time =
          hasZone
              ? OffsetDateTime.parse(iso).toInstant()
              : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC);
      return Optional.of(time.truncatedTo(ChronoUnit.MILLIS));
    } catch (DateTimeParseException notOne) {
      return Optional.empty();
    }
  }

  private JsonNode require(boolean isAllowed, String field, String allowed, JsonNode value) {
    if (!isAllowed) {
      String kind = value.getNodeType().name().toLowerCase(Locale.ROOT);
      throw new InvalidRecordException(
          "%s%s must be %s, was %s".formatted(path, field, allowed, kind));
    }
    return value;
  }
}
