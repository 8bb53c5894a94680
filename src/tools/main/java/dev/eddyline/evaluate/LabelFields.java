package dev.eddyline.evaluate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The fields of a JSON line. Null counts as absent; so does Avro's JSON null. */
record LabelFields(JsonNode json) {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SPANS = "must be an array of arrays with a first and a last line";

  /** Parses a line. */
  static LabelFields parse(String line) throws InvalidLabelException {
    JsonNode json;
    try {
      json = JSON.readTree(line);
    } catch (JsonProcessingException invalid) {
      // the parser's message quotes the line
      throw new InvalidLabelException("must be a JSON object, was not valid JSON");
    }
    if (!json.isObject()) {
      throw new InvalidLabelException("must be a JSON object");
    }
    return new LabelFields(json);
  }

  boolean has(String field) {
    return json.hasNonNull(field);
  }

  /** A text; Avro's JSON form of an optional text is an object with one field. */
  Optional<String> optionalText(String field) throws InvalidLabelException {
    if (!has(field)) {
      return Optional.empty();
    }
    JsonNode value = json.get(field).isObject() ? json.get(field).path("string") : json.get(field);
    if (!value.isTextual() || value.textValue().isBlank()) {
      throw invalid(field, "must be a text that is not empty");
    }
    return Optional.of(value.textValue());
  }

  String text(String field) throws InvalidLabelException {
    return optionalText(field).orElseThrow(() -> invalid(field, "is required"));
  }

  Optional<Boolean> optionalBoolean(String field) throws InvalidLabelException {
    if (!has(field)) {
      return Optional.empty();
    }
    if (!json.get(field).isBoolean()) {
      throw invalid(field, "must be true, false or null");
    }
    return Optional.of(json.get(field).booleanValue());
  }

  /** A number of a line or event, from 1. */
  Optional<Long> optionalNumber(String field) throws InvalidLabelException {
    return has(field) ? Optional.of(number(field, json.get(field))) : Optional.empty();
  }

  /** The numbers of lines or events, from 1; empty if the field is absent. */
  Optional<List<Long>> optionalNumbers(String field) throws InvalidLabelException {
    if (!has(field)) {
      return Optional.empty();
    }
    if (!json.get(field).isArray()) {
      throw invalid(field, "must be an array of whole numbers ≥ 1");
    }
    List<Long> numbers = new ArrayList<>();
    for (JsonNode number : json.get(field)) {
      numbers.add(number(field, number));
    }
    return Optional.of(numbers);
  }

  /** Spans as arrays of first and last line, from 1; what follows in an array is not read. */
  List<LineSpan> spans(String field) throws InvalidLabelException {
    if (!has(field)) {
      return List.of();
    }
    if (!json.get(field).isArray()) {
      throw invalid(field, SPANS);
    }
    List<LineSpan> spans = new ArrayList<>();
    for (JsonNode span : json.get(field)) {
      if (!span.isArray() || span.size() < 2) {
        throw invalid(field, SPANS);
      }
      spans.add(LineSpan.checked(field, number(field, span.get(0)), number(field, span.get(1))));
    }
    return spans;
  }

  /** A time in epoch milliseconds or ISO 8601. */
  Instant time(String field) throws InvalidLabelException {
    JsonNode value = json.path(field);
    if (value.isIntegralNumber()) {
      return Instant.ofEpochMilli(value.longValue());
    }
    try {
      return Instant.parse(value.asText());
    } catch (DateTimeParseException wrong) {
      throw invalid(field, "must be epoch milliseconds or an ISO 8601 time");
    }
  }

  static InvalidLabelException invalid(String field, String rule) {
    return new InvalidLabelException(field + ": " + rule);
  }

  private static long number(String field, JsonNode value) throws InvalidLabelException {
    if (!value.isIntegralNumber() || value.longValue() < 1) {
      throw invalid(field, "must be a whole number ≥ 1");
    }
    return value.longValue();
  }
}
