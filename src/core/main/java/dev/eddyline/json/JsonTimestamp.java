package dev.eddyline.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * An instant in whole milliseconds: read as epoch milliseconds or ISO-8601 date and time with an
 * offset, written as epoch milliseconds. Finer fractions are truncated.
 */
record JsonTimestamp() implements JsonType {
  /** The lenient hour offset also accepts minutes, with or without a colon. */
  private static final DateTimeFormatter ISO =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .parseLenient()
          .appendOffset("+HH", "Z")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT)
          .withChronology(IsoChronology.INSTANCE);

  @Override
  public Object read(JsonNode node, String path, List<String> problems) {
    OptionalLong millis =
        node.isTextual() ? parseIso(node.textValue()) : JsonNumber.wholeNumber(node);
    if (millis.isEmpty()) {
      problems.add(
          path
              + " must be epoch milliseconds or ISO-8601 with an offset, was "
              + ProblemText.kind(node));
      return null;
    }
    return Instant.ofEpochMilli(millis.getAsLong());
  }

  @Override
  public JsonNode write(Object value) {
    return JsonNodeFactory.instance.numberNode(((Instant) value).toEpochMilli());
  }

  /** Epoch milliseconds of a text in ISO-8601, if it is one. */
  static OptionalLong parseIso(String text) {
    try {
      return OptionalLong.of(OffsetDateTime.parse(text, ISO).toInstant().toEpochMilli());
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty(); // the caller reports the problem
    }
  }
}
