package dev.eddyline.sessions.file;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.sessions.format.InvalidRecordException;
import dev.eddyline.sessions.format.SessionFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.ZipException;

/** Recognises the layout of a session by its first records, and by the name of its file. */
final class FormatDetector {

  /** Lines at the start of a file that are looked at; most are recognised by the first. */
  private static final int MAX_LINES = 50;

  /** Elements of an array that are looked at. */
  private static final int MAX_ELEMENTS = 10;

  private static final String MESSAGES = "messages";

  private FormatDetector() {}

  /** The layout of a file or folder; empty when it is not a session. */
  static Optional<SessionLayout> detect(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return OpenHandsFolder.hasEvents(path)
          ? Optional.of(SessionLayout.of(SessionFormat.OPENHANDS))
          : Optional.empty();
    }
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    if (OpenCodeStorage.isSessionFile(path)) {
      return Optional.of(SessionLayout.of(SessionFormat.OPENCODE));
    }
    String name = SessionInput.plainName(path);
    boolean isTrajectory = name.contains(".traj");
    boolean isDocument = isTrajectory || name.endsWith(".json");
    try {
      Optional<SessionLayout> first =
          isDocument ? detectDocument(path, isTrajectory) : detectLines(path);
      return first.isPresent()
          ? first
          : isDocument ? detectLines(path) : detectDocument(path, isTrajectory);
    } catch (EOFException | ZipException notCompressed) {
      return Optional.empty();
    }
  }

  private static Optional<SessionLayout> detectDocument(Path file, boolean isTrajectory)
      throws IOException {
    ObjectNode fields = JsonNodeFactory.instance.objectNode();
    Optional<String> messages = Optional.empty();
    try (InputStream in = SessionInput.open(file);
        JsonParser parser = RecordJson.parser(in)) {
      JsonToken start = parser.nextToken();
      if (start == JsonToken.START_ARRAY) {
        return ofArray("", parser, isTrajectory)
            .map(format -> new SessionLayout(format, Optional.of("")));
      }
      while (start == JsonToken.START_OBJECT && parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        if (parser.nextToken() == JsonToken.START_ARRAY) {
          Optional<SessionFormat> format = ofArray(name, parser, isTrajectory);
          if (format.isPresent()) {
            return Optional.of(new SessionLayout(format.get(), Optional.of(name)));
          }
          if (name.equals(MESSAGES)) {
            messages = Optional.of(name);
          }
        } else if (DocumentRecords.FIELDS.contains(name)) {
          RecordJson.readValue(parser).ifPresent(it -> fields.set(name, it));
        } else {
          parser.skipChildren();
        }
        if (messages.isPresent() && ofFields(fields, isTrajectory).isPresent()) {
          break;
        }
      }
    } catch (JsonProcessingException | EOFException | ZipException truncated) {
      // what was read may show the format
    }
    Optional<String> array = messages;
    return array
        .flatMap(name -> ofFields(fields, isTrajectory))
        .map(format -> new SessionLayout(format, array));
  }

  /** The format of an array's first elements; the parser is then at its end, unless it is found. */
  private static Optional<SessionFormat> ofArray(
      String name, JsonParser parser, boolean isTrajectory) throws IOException {
    int elements = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      if (elements++ >= MAX_ELEMENTS) {
        parser.skipChildren();
        continue;
      }
      JsonNode element = RecordJson.readValue(parser).orElse(MissingNode.getInstance());
      boolean isStep = name.equals("trajectory") && element.has("action");
      boolean isMessage =
          element.has("role") && (name.equals(MESSAGES) || name.isEmpty() && isTrajectory);
      if (isMessage && !isTrajectory) {
        // the fields around the messages decide
        elements = MAX_ELEMENTS;
        continue;
      }
      Optional<SessionFormat> format =
          isStep && element.has("observation")
              ? Optional.of(SessionFormat.SWE_AGENT)
              : isMessage ? Optional.of(SessionFormat.MINI_SWE_AGENT) : RecordFormats.find(element);
      if (format.isPresent()) {
        return format;
      }
    }
    return Optional.empty();
  }

  /** The format of a document with messages, by the fields around them. */
  private static Optional<SessionFormat> ofFields(ObjectNode fields, boolean isTrajectory) {
    if (fields.has("sessionId") && (fields.has("projectHash") || fields.has("startTime"))) {
      return Optional.of(SessionFormat.GEMINI_CLI);
    }
    boolean isMini =
        fields.path("trajectory_format").asText("").startsWith("mini-swe-agent")
            || fields.path("info").has("mini_version");
    return isMini || isTrajectory ? Optional.of(SessionFormat.MINI_SWE_AGENT) : Optional.empty();
  }

  private static Optional<SessionLayout> detectLines(Path file) throws IOException {
    try (LineScanner lines = new LineScanner(file)) {
      boolean isComplete = true;
      for (int line = 0; line < MAX_LINES && isComplete; line++) {
        isComplete = lines.next();
        Optional<JsonNode> record = record(lines);
        if (record.filter(it -> it.has("taskId")).isPresent()) {
          return Optional.empty();
        }
        Optional<SessionFormat> format =
            record.flatMap(RecordFormats::find).filter(SessionFormat::hasLines);
        if (format.isPresent()) {
          return format.map(SessionLayout::of);
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<JsonNode> record(LineScanner lines) {
    if (lines.length() == 0 || lines.bytes()[0] != '{' || lines.isTooLong()) {
      return Optional.empty();
    }
    try {
      return Optional.of(RecordJson.parseObject(lines.bytes(), lines.length()));
    } catch (InvalidRecordException notOne) {
      return Optional.empty();
    }
  }
}
