package dev.eddyline.sessions.file;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.eddyline.sessions.format.InvalidRecordException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Parses the JSON of records, within limits of memory. */
final class RecordJson {

  /** Longest record, bytes. */
  static final int MAX_BYTES = 16 << 20;

  private static final int MAX_NESTING_DEPTH = 200;

  /** Reads one value after another. */
  private static final JsonMapper VALUES =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(MAX_NESTING_DEPTH)
                          .maxStringLength(MAX_BYTES)
                          .build())
                  .build())
          .build();

  /** Reads exactly one value. */
  private static final JsonMapper JSON =
      VALUES.rebuild().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private RecordJson() {}

  /**
   * Parses an object.
   *
   * @throws InvalidRecordException when the bytes are anything else
   */
  static JsonNode parseObject(byte[] bytes, int length) {
    JsonNode json;
    try {
      json = JSON.readTree(bytes, 0, length);
    } catch (IOException invalid) {
      throw invalidJson(invalid);
    }
    if (json == null || !json.isObject()) {
      throw new InvalidRecordException("is not a JSON object");
    }
    return json;
  }

  /**
   * Parses the object of a file.
   *
   * @throws InvalidRecordException when the file has anything else, or more than 16 MB
   * @throws IOException when it cannot be read
   */
  static JsonNode parseFile(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    if (bytes.length > MAX_BYTES) {
      throw tooLong();
    }
    return parseObject(bytes, bytes.length);
  }

  /**
   * Reads the value that begins at the parser's token, and moves to its end.
   *
   * @return empty when it is longer than a record may be; it is skipped, without its memory
   */
  static Optional<JsonNode> readValue(JsonParser parser) throws IOException {
    long end = offset(parser) + MAX_BYTES;
    Optional<TokenBuffer> value = Optional.of(new TokenBuffer(parser));
    int depth = 0;
    do {
      JsonToken token = parser.currentToken();
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      value = value.filter(it -> offset(parser) <= end);
      if (value.isPresent()) {
        value.get().copyCurrentEvent(parser);
      }
    } while (depth > 0 && parser.nextToken() != null);
    return value.isPresent()
        ? Optional.of(VALUES.readTree(value.get().asParser()))
        : Optional.empty();
  }

  /** In bytes; of UTF-16, in characters. */
  private static long offset(JsonParser parser) {
    JsonLocation location = parser.currentLocation();
    return Math.max(location.getByteOffset(), location.getCharOffset());
  }

  /** A parser of a document. */
  static JsonParser parser(InputStream in) throws IOException {
    return VALUES.createParser(in);
  }

  /** The error for a record that is too long. */
  static InvalidRecordException tooLong() {
    return new InvalidRecordException("must be ≤ %d bytes".formatted(MAX_BYTES));
  }

  /** The error for invalid JSON. The parser's message may quote the input, and is left out. */
  static InvalidRecordException invalidJson(IOException invalid) {
    if (invalid instanceof JsonEOFException) {
      return new InvalidRecordException("ends before its JSON does");
    }
    String place =
        invalid instanceof JsonProcessingException json && json.getLocation() != null
            ? " at line %d, column %d"
                .formatted(json.getLocation().getLineNr(), json.getLocation().getColumnNr())
            : "";
    return new InvalidRecordException("is not valid JSON" + place);
  }
}
