package dev.eddyline.sessions.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.eddyline.sessions.format.SessionConsumer;
import dev.eddyline.sessions.format.SessionFileEvent;
import dev.eddyline.sessions.format.SessionSummary;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A session that was read.
 *
 * @param events its events as JSON
 * @param problems what could not be read, as {@code position: reason}
 * @param summary its counts
 */
public record SessionFixture(List<JsonNode> events, List<String> problems, SessionSummary summary) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes a file; single quotes in its text are replaced by double quotes. */
  public static Path write(Path folder, String name, String text) {
    try {
      Path file = folder.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a session. */
  public static SessionFixture read(Path path) {
    return read(new SessionFiles(), path);
  }

  public static SessionFixture read(SessionFiles sessions, Path path) {
    List<JsonNode> events = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    SessionConsumer consumer =
        new SessionConsumer() {
          @Override
          public void acceptEvent(SessionFileEvent event) {
            events.add(parse(event.toJson()));
          }

          @Override
          public void rejectRecord(long position, String reason) {
            problems.add(position + ": " + reason);
          }
        };
    try {
      return new SessionFixture(events, problems, sessions.read(path, consumer).orElseThrow());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The ids of the events. */
  public List<String> ids() {
    return texts("eventId");
  }

  /** The types of the events. */
  public List<String> types() {
    return texts("type");
  }

  /** The values of a field of the events that have it. */
  public List<String> texts(String field) {
    return events.stream().filter(it -> it.has(field)).map(it -> it.get(field).asText()).toList();
  }

  /** The only event of a type. */
  public JsonNode event(String type) {
    List<JsonNode> found = ofType(type).toList();
    if (found.size() != 1) {
      throw new AssertionError("one event of type " + type + " expected, were " + events);
    }
    return found.get(0);
  }

  /** The events of a type. */
  public Stream<JsonNode> ofType(String type) {
    return events.stream().filter(it -> it.get("type").asText().equals(type));
  }
}
