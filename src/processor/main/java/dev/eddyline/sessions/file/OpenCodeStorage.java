package dev.eddyline.sessions.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.sessions.format.InvalidRecordException;
import dev.eddyline.sessions.format.OpenCodeSession;
import dev.eddyline.sessions.format.RecordFields;
import dev.eddyline.sessions.format.SessionPlace;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The storage folder of OpenCode: sessions, their messages, and the parts of messages. */
final class OpenCodeStorage {

  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,200}");
  private static final int MAX_DEPTH = 10;

  private final Path storage;
  private final Path sessionFile;

  private OpenCodeStorage(Path storage, Path sessionFile) {
    this.storage = storage;
    this.sessionFile = sessionFile;
  }

  /** Whether the path is that of a session: {@code session/PROJECT/ses_ID.json}. */
  static boolean isSessionFile(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith("ses_")
        && name.endsWith(".json")
        && SessionPlaces.ancestorName(file.toAbsolutePath(), 2).equals("session");
  }

  /** Whether a file's name is that of a message or a part. */
  static boolean isPartName(String name) {
    return name.startsWith("msg_") || name.startsWith("prt_");
  }

  /** The storage of a session's file. */
  static OpenCodeStorage of(Path sessionFile) {
    Path file = sessionFile.toAbsolutePath().normalize();
    return new OpenCodeStorage(file.getParent().getParent().getParent(), file);
  }

  /** The folders of the session's messages and of the parts of each. */
  List<Path> folders() throws IOException {
    List<Path> folders = new ArrayList<>();
    String id = place().map(it -> it.subagent().orElse(it.session())).orElse("");
    folders.add(messages(id));
    for (Path message : jsonFiles(folders.get(0))) {
      folders.add(partsOf(message, stem(message)));
    }
    return folders;
  }

  /** Earlier versions had messages and parts in the folder of their sessions. */
  private Path messages(String session) {
    Path former = storage.resolve("session").resolve("message").resolve(session);
    return Files.isDirectory(former) ? former : storage.resolve("message").resolve(session);
  }

  /** Whose session it is; empty when its file cannot be read. */
  Optional<SessionPlace> place() throws IOException {
    try {
      String own = id(RecordJson.parseFile(sessionFile), "id").orElse("");
      String root = own;
      for (int depth = 0; depth < MAX_DEPTH; depth++) {
        Path file = sessionFile.resolveSibling(root + ".json");
        Optional<String> parent =
            Files.isRegularFile(file)
                ? id(RecordJson.parseFile(file), "parentID")
                : Optional.empty();
        if (parent.isEmpty()) {
          break;
        }
        root = parent.get();
      }
      Optional<String> subagent = root.equals(own) ? Optional.empty() : Optional.of(own);
      return own.isEmpty()
          ? Optional.empty()
          : Optional.of(new SessionPlace(root, subagent, Optional.empty()));
    } catch (InvalidRecordException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<String> id(JsonNode session, String field) {
    return RecordFields.of(session).text(field).filter(id -> ID.matcher(id).matches());
  }

  /** Reads all messages, in the order of their ids. */
  void read(SessionPlace place, SessionRun run) throws IOException {
    String session = place.subagent().orElse(place.session());
    long position = 0;
    List<Path> files = jsonFiles(messages(session));
    for (Path file : files) {
      position++;
      try {
        if (RecordJson.parseFile(file) instanceof ObjectNode message) {
          String id = id(message, "id").orElseGet(() -> stem(file));
          message.set(OpenCodeSession.PARTS, parts(partsOf(file, id), position, run));
          message.put(OpenCodeSession.IS_LAST, position == files.size());
          run.readRecord(position, message);
        }
      } catch (InvalidRecordException invalid) {
        run.reject(position, file.getFileName() + " " + invalid.getMessage());
      }
    }
    run.flush();
  }

  private ArrayNode parts(Path folder, long position, SessionRun run) throws IOException {
    ArrayNode parts = JsonNodeFactory.instance.arrayNode();
    for (Path file : jsonFiles(folder)) {
      try {
        parts.add(RecordJson.parseFile(file));
      } catch (InvalidRecordException invalid) {
        run.reject(position, file.getFileName() + " " + invalid.getMessage());
      }
    }
    return parts;
  }

  private Path partsOf(Path message, String id) {
    String session = SessionPlaces.ancestorName(message, 1);
    Path former = storage.resolve("session").resolve("part").resolve(session);
    return Files.isDirectory(former)
        ? former.resolve(stem(message))
        : storage.resolve("part").resolve(id);
  }

  private static String stem(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ".json".length());
  }

  private static List<Path> jsonFiles(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
        files.forEach(found::add);
      }
    }
    found.sort(null);
    return found;
  }
}
