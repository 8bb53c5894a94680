package dev.eddyline.sessions;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Recognises the format of a session by its name and its first records. */
final class FormatDetector {

  /** Lines at the start of a file that are looked at; most are recognised by the first. */
  private static final int MAX_LINES = 50;

  private FormatDetector() {}

  /** The format of a file or folder; empty when it is not a session. */
  static Optional<SessionFormat> detect(Path path) throws IOException {
    String name = String.valueOf(path.getFileName());
    if (Files.isDirectory(path)) {
      return OpenHandsFolder.hasEvents(path)
          ? Optional.of(SessionFormat.OPENHANDS)
          : Optional.empty();
    }
    if (!Files.isRegularFile(path)) {
      return Optional.empty();
    }
    if (OpenCodeStorage.isSessionFile(path)) {
      return Optional.of(SessionFormat.OPENCODE);
    }
    if (name.endsWith(".json") || name.endsWith(".traj")) {
      Optional<SessionFormat> document = detectDocument(path, name.contains(".traj"));
      if (document.isPresent()) {
        return document;
      }
    }
    return detectLines(path);
  }

  private static Optional<SessionFormat> detectDocument(Path file, boolean isTrajectory)
      throws IOException {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = RecordJson.parser(in)) {
      JsonToken start = parser.nextToken();
      if (start == JsonToken.START_ARRAY) {
        return isTrajectory ? Optional.of(SessionFormat.MINI_SWE_AGENT) : Optional.empty();
      }
      Set<String> fields = new HashSet<>();
      while (start == JsonToken.START_OBJECT && parser.nextToken() == JsonToken.FIELD_NAME) {
        String name = parser.currentName();
        boolean isArray = parser.nextToken() == JsonToken.START_ARRAY;
        if (isArray && name.equals("trajectory")) {
          return Optional.of(SessionFormat.SWE_AGENT);
        }
        if (isArray && name.equals("messages")) {
          return fields.contains("sessionId")
              ? Optional.of(SessionFormat.GEMINI_CLI)
              : isTrajectory ? Optional.of(SessionFormat.MINI_SWE_AGENT) : Optional.empty();
        }
        fields.add(name);
        parser.skipChildren();
      }
      return Optional.empty();
    } catch (JsonProcessingException notOne) {
      return Optional.empty();
    }
  }

  private static Optional<SessionFormat> detectLines(Path file) throws IOException {
    try (LineScanner lines = new LineScanner(file)) {
      boolean isComplete = true;
      for (int line = 0; line < MAX_LINES && isComplete; line++) {
        isComplete = lines.next();
        if (lines.length() == 0 || lines.bytes()[0] != '{' || lines.isTooLong()) {
          continue;
        }
        JsonNode record = RecordJson.parseObject(lines.bytes(), lines.length());
        if (record.has("taskId")) {
          return Optional.empty();
        }
        Optional<SessionFormat> format = ofLine(record);
        if (format.isPresent()) {
          return format;
        }
      }
    } catch (InvalidRecordException notOne) {
      return Optional.empty();
    }
    return Optional.empty();
  }

  private static Optional<SessionFormat> ofLine(JsonNode line) {
    String type = line.path("type").asText("");
    if (line.path("payload").isObject() && line.path("timestamp").isTextual()) {
      return Optional.of(SessionFormat.CODEX);
    }
    if (line.path("sessionId").isTextual() && line.has("projectHash")) {
      return Optional.of(SessionFormat.GEMINI_CLI);
    }
    boolean isMessage = type.equals("user") || type.equals("assistant");
    return isMessage && line.path("message").isObject() && line.has("uuid")
        ? Optional.of(SessionFormat.CLAUDE_CODE)
        : Optional.empty();
  }
}
