package dev.eddyline.sessions;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the records of a JSON document: the elements of one array, one at a time. */
final class DocumentRecords {

  private final SessionRun run;
  private final String array;
  private long position;

  private DocumentRecords(SessionRun run, String array) {
    this.run = run;
    this.array = array;
  }

  /**
   * Reads a document.
   *
   * @param array field with the records; the document may be the array itself
   */
  static void read(Path file, String array, SessionRun run) throws IOException {
    DocumentRecords records = new DocumentRecords(run, array);
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = RecordJson.parser(in)) {
      records.readDocument(parser);
    } catch (JsonProcessingException invalid) {
      run.reject(records.position + 1, RecordJson.invalidJson(invalid).getMessage());
    }
    run.flush();
  }

  private void readDocument(JsonParser parser) throws IOException {
    JsonToken start = parser.nextToken();
    if (start == JsonToken.START_ARRAY) {
      readArray(parser);
      return;
    }
    if (start != JsonToken.START_OBJECT) {
      run.reject(1, "is not a JSON object");
      return;
    }
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (value == JsonToken.START_ARRAY) {
        if (name.equals(array)) {
          run.readDocument(fields, false);
          readArray(parser);
        } else {
          parser.skipChildren();
        }
      } else {
        fields.set(name, parser.<JsonNode>readValueAsTree());
      }
    }
    run.readDocument(fields, true);
  }

  private void readArray(JsonParser parser) throws IOException {
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      JsonNode record = parser.readValueAsTree();
      position++;
      if (record.isObject()) {
        run.readRecord(position, record);
      } else {
        run.reject(position, "is not a JSON object");
      }
    }
  }
}
