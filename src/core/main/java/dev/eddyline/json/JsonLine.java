package dev.eddyline.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Parses a line that must be exactly one JSON object. */
public final class JsonLine {
  private static final int MAX_NESTING_DEPTH = 32;

  /** Bounds memory: a short text may hold very many values. */
  private static final long MAX_JSON_TOKENS = 100_000;

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_NESTING_DEPTH)
                          .maxTokenCount(MAX_JSON_TOKENS)
                          .build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private JsonLine() {}

  /**
   * The object's fields in the order of the line.
   *
   * @throws InvalidEventException when the line is not one JSON object, or exceeds a limit of
   *     nesting or size; its message does not quote values
   */
  public static Map<String, JsonNode> parse(String line) throws InvalidEventException {
    boolean marked = !line.isEmpty() && line.charAt(0) == BYTE_ORDER_MARK;
    try (JsonParser parser = JSON.createParser(marked ? line.substring(1) : line)) {
      try {
        return onlyObject(parser);
      } catch (JsonProcessingException e) {
        JsonLocation at = e.getLocation() == null ? parser.currentLocation() : e.getLocation();
        throw invalidLine("not valid JSON at " + place(at) + ": " + parserMessageWithoutInput(e));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Reading from a string cannot fail", e);
    }
  }

  private static Map<String, JsonNode> onlyObject(JsonParser parser)
      throws IOException, InvalidEventException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw invalidLine("not a JSON object");
    }
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      if (fields.put(name, parser.readValueAsTree()) != null) {
        throw invalidLine("field '" + ProblemText.shorten(name) + "' appears twice");
      }
    }
    if (parser.nextToken() != null) {
      throw invalidLine("more than one JSON value in the line; write one object a line");
    }
    return fields;
  }

  private static InvalidEventException invalidLine(String problem) {
    return new InvalidEventException(List.of(problem));
  }

  private static String place(JsonLocation location) {
    String column = "column " + location.getColumnNr();
    return location.getLineNr() > 1 ? "line " + location.getLineNr() + ", " + column : column;
  }

  /**
   * The parser's message without quoted input, which follows a quotation mark or a bracket.
   * Messages about limits quote nothing.
   */
  private static String parserMessageWithoutInput(JsonProcessingException e) {
    if (e instanceof JsonEOFException) {
      return "the line ends before the object does";
    }
    if (e instanceof StreamConstraintsException) {
      return e.getOriginalMessage().replaceAll(", from `[^`]*`", "");
    }
    return e.getOriginalMessage().split("['\"(\\[]", 2)[0].strip();
  }
}
