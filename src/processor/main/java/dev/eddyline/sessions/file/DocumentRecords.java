package dev.eddyline.sessions.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;

/**
 * Reads the records of a JSON document: the elements of one array, one at a time. The fields around
 * them are read first, as they may follow the array.
 */
final class DocumentRecords {

  /** The fields around the records that the formats have; any other is skipped. */
  static final Set<String> FIELDS =
      Set.of(
          "history",
          "info",
          "instance_id",
          "issue",
          "kind",
          "projectHash",
          "session",
          "sessionId",
          "startTime",
          "trajectory_format",
          "type");

  /** Elements of another array that a reader sees. */
  private static final int FIRST_ELEMENTS = 8;

  private final SessionRun run;
  private final String array;
  private final ObjectNode fields = JsonNodeFactory.instance.objectNode();
  private boolean isComplete;
  private long position;

  private DocumentRecords(SessionRun run, String array) {
    this.run = run;
    this.array = array;
  }

  /**
   * Reads a document.
   *
   * @param array field with the records; empty when the document is the array itself
   */
  static void read(Path file, String array, SessionRun run) throws IOException {
    DocumentRecords records = new DocumentRecords(run, array);
    records.readFields(file);
    run.readDocument(records.fields, false);
    try (InputStream in = SessionInput.open(file);
        JsonParser parser = RecordJson.parser(in)) {
      records.readRecords(parser);
    } catch (JsonProcessingException invalid) {
      run.reject(records.position + 1, RecordJson.invalidJson(invalid).getMessage());
    } catch (EOFException | ZipException damaged) {
      run.reject(records.position + 1, SessionInput.problem(damaged));
    }
    if (records.isComplete) {
      run.readDocument(records.fields, true);
    }
    run.flush();
  }

  private void readFields(Path file) throws IOException {
    try (InputStream in = SessionInput.open(file);
        JsonParser parser = RecordJson.parser(in)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          readField(parser.currentName(), parser);
        }
        isComplete = parser.currentToken() == JsonToken.END_OBJECT;
      }
    } catch (JsonProcessingException | EOFException | ZipException invalid) {
      // reading the records reports it
      isComplete = false;
    }
  }

  private void readField(String name, JsonParser parser) throws IOException {
    JsonToken value = parser.nextToken();
    if (name.equals(array) || !FIELDS.contains(name)) {
      parser.skipChildren();
    } else if (value != JsonToken.START_ARRAY) {
      RecordJson.readValue(parser).ifPresent(it -> fields.set(name, it));
    } else {
      ArrayNode first = fields.putArray(name);
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        if (first.size() < FIRST_ELEMENTS) {
          RecordJson.readValue(parser).ifPresent(first::add);
        } else {
          parser.skipChildren();
        }
      }
    }
  }

  private void readRecords(JsonParser parser) throws IOException {
    if (parser.nextToken() == JsonToken.START_ARRAY) {
      readArray(parser);
      return;
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      boolean isArray = parser.currentName().equals(array);
      if (parser.nextToken() == JsonToken.START_ARRAY && isArray) {
        readArray(parser);
      } else {
        parser.skipChildren();
      }
    }
  }

  private void readArray(JsonParser parser) throws IOException {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      Optional<JsonNode> record = RecordJson.readValue(parser);
      position++;
      if (record.isEmpty()) {
        run.reject(position, RecordJson.tooLong().getMessage());
      } else if (record.get().isContainerNode()) {
        run.readRecord(position, record.get());
      } else {
        run.reject(position, "is not a JSON object");
      }
    }
  }
}
