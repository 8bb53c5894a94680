package dev.eddyline.importer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.eddyline.config.InvalidSettingException;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** How far each followed session was accepted by the target, in a file that survives restarts. */
final class FollowState {

  private static final JsonMapper JSON = new JsonMapper();
  private static final int VERSION = 1;

  private final Path file;
  private final Map<String, LinePosition> positions = new TreeMap<>();
  private final Map<String, Set<String>> acceptedIds = new TreeMap<>();
  private boolean isChanged;

  private FollowState(Path file) {
    this.file = file;
  }

  /**
   * Reads the state; a missing file is an empty state.
   *
   * @throws InvalidSettingException when the file is anything else, or cannot be written
   */
  static FollowState load(Path file) throws IOException {
    FollowState state = new FollowState(file);
    try {
      state.read(JSON.readTree(Files.readAllBytes(file)));
    } catch (NoSuchFileException first) {
      Files.createDirectories(file.toAbsolutePath().getParent());
    } catch (JsonProcessingException invalid) {
      throw notState(file);
    }
    FileProblem.ofOutput(file)
        .ifPresent(
            reason -> {
              throw new InvalidSettingException(
                  "--state: %s cannot be written: %s".formatted(file, reason));
            });
    return state;
  }

  private void read(JsonNode json) {
    if (json.path("version").asInt() != VERSION || !json.path("files").isObject()) {
      throw notState(file);
    }
    json.path("files")
        .properties()
        .forEach(
            entry -> {
              JsonNode value = entry.getValue();
              positions.put(
                  entry.getKey(),
                  new LinePosition(
                      value.path("fileKey").asText(""),
                      value.path("startHash").asText(""),
                      value.path("startLength").asInt(),
                      value.path("offset").asLong()));
            });
    json.path("sessions")
        .properties()
        .forEach(
            entry -> {
              Set<String> ids = new LinkedHashSet<>();
              entry.getValue().forEach(id -> ids.add(id.asText()));
              acceptedIds.put(entry.getKey(), ids);
            });
  }

  private static InvalidSettingException notState(Path file) {
    return new InvalidSettingException(
        "--state: %s is not a state of an import: name another file, or delete it".formatted(file));
  }

  /** The position of a path, or else of a file of this identity that has been renamed to it. */
  Optional<LinePosition> position(Path path, String fileKey) {
    LinePosition known = positions.get(path.toString());
    if (known != null) {
      return Optional.of(known);
    }
    return positions.values().stream()
        .filter(position -> !fileKey.isEmpty() && position.fileKey().equals(fileKey))
        .findFirst();
  }

  /** Sets how far a file was accepted. */
  void setPosition(Path path, LinePosition position) {
    isChanged |= !position.equals(positions.put(path.toString(), position));
  }

  /** Whether an event of a session that is not one of lines was accepted. */
  boolean isAccepted(Path path, String idHash) {
    return acceptedIds.getOrDefault(path.toString(), Set.of()).contains(idHash);
  }

  /** Adds hashes of the ids of accepted events. */
  void addAccepted(Path path, Set<String> idHashes) {
    isChanged |=
        acceptedIds
            .computeIfAbsent(path.toString(), session -> new LinkedHashSet<>())
            .addAll(idHashes);
  }

  /** Writes the state if it has changed: a crash leaves the former or the new one. */
  void save() throws IOException {
    if (!isChanged) {
      return;
    }
    ObjectNode json = JSON.createObjectNode().put("version", VERSION);
    ObjectNode files = json.putObject("files");
    positions.forEach(
        (path, position) ->
            files
                .putObject(path)
                .put("fileKey", position.fileKey())
                .put("startHash", position.startHash())
                .put("startLength", position.startLength())
                .put("offset", position.offset()));
    ObjectNode sessions = json.putObject("sessions");
    acceptedIds.forEach(
        (path, ids) -> {
          ArrayNode array = sessions.putArray(path);
          ids.forEach(array::add);
        });
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.write(next, JSON.writeValueAsBytes(json));
    try (FileChannel written = FileChannel.open(next, StandardOpenOption.WRITE)) {
      written.force(true);
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    isChanged = false;
  }
}
