package dev.eddyline.sessions.file;

import dev.eddyline.sessions.format.RecentIds;
import dev.eddyline.sessions.format.SessionConsumer;
import dev.eddyline.sessions.format.SessionFormat;
import dev.eddyline.sessions.format.SessionPlace;
import dev.eddyline.sessions.format.SessionReaders;
import dev.eddyline.sessions.format.SessionSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads sessions of coding agents. What was read is remembered within limits, so that lines that
 * one session copied from another are read once.
 */
public final class SessionFiles {

  /** Ids of recent lines and calls: about 10 MB. */
  private static final int RECENT = 100_000;

  private final RecentIds seen = new RecentIds(RECENT);

  /** The format of a file or folder; empty when it is not a session of a known agent. */
  public static Optional<SessionFormat> detect(Path path) throws IOException {
    return FormatDetector.detect(path).map(SessionLayout::format);
  }

  /** Where a session comes from; empty when the path is not a session of a known agent. */
  public static Optional<SessionOrigin> origin(Path path) throws IOException {
    Optional<SessionLayout> layout = FormatDetector.detect(path);
    if (layout.isEmpty()) {
      return Optional.empty();
    }
    SessionFormat format = layout.get().format();
    Optional<SessionPlace> stored =
        OpenCodeStorage.isSessionFile(path) ? OpenCodeStorage.of(path).place() : Optional.empty();
    SessionPlace place = stored.orElseGet(() -> SessionPlaces.find(path, format));
    return Optional.of(SessionPlaces.origin(path, format, place.subagent().isPresent()));
  }

  /** What a person can do about a path that has no session; empty when that is not known. */
  public static Optional<String> remedy(Path path) throws IOException {
    return SessionInput.remedy(path);
  }

  /** Whether a path below a folder may be a session: by its name, or a document by its content. */
  public static boolean isCandidate(Path path) throws IOException {
    String name = SessionInput.plainName(path);
    if (name.endsWith(".jsonl") && !SessionInput.isCompressed(path)) {
      return Files.isRegularFile(path);
    }
    if (name.endsWith(".jsonl")) {
      return detect(path).isPresent();
    }
    if (name.endsWith(".json") || name.endsWith(".traj")) {
      boolean isPart = OpenCodeStorage.isPartName(name) || OpenHandsFolder.isEvent(path);
      return !isPart && detect(path).isPresent();
    }
    return Files.isDirectory(path) && detect(path).isPresent();
  }

  /** Whether a session is a file to which its agent adds lines. */
  public static boolean isGrowing(Path path) throws IOException {
    return !SessionInput.isCompressed(path)
        && FormatDetector.detect(path)
            .filter(layout -> layout.isLines(Files.isDirectory(path)))
            .isPresent();
  }

  /**
   * Reads a session; its content never ends the reading.
   *
   * @return what was read; empty when the path is not a session of a known agent
   * @throws IOException when it cannot be read
   */
  public Optional<SessionSummary> read(Path path, SessionConsumer consumer) throws IOException {
    Optional<SessionLayout> layout = FormatDetector.detect(path);
    if (layout.isEmpty()) {
      return Optional.empty();
    }
    SessionFormat format = layout.get().format();
    SessionSummary summary = new SessionSummary(format);
    if (layout.get().isLines(Files.isDirectory(path))) {
      try (LineSession lines = new LineSession(path, format, seen, consumer, summary)) {
        lines.readAll();
      }
    } else if (format == SessionFormat.OPENCODE && layout.get().array().isEmpty()) {
      readOpenCode(path, consumer, summary);
    } else {
      SessionRun run = run(format, SessionPlaces.find(path, format), consumer, summary);
      if (layout.get().array().isPresent()) {
        DocumentRecords.read(path, layout.get().array().get(), run);
      } else {
        OpenHandsFolder.read(path, run);
      }
    }
    return Optional.of(summary);
  }

  /**
   * A number that differs when a session that is not one of lines was written to.
   *
   * @throws IOException when it cannot be read
   */
  public static long version(Path path, SessionFormat format) throws IOException {
    return SessionVersion.of(path, format);
  }

  /** A session of lines that is read as it grows. */
  public LineSession open(Path path, SessionFormat format, SessionConsumer consumer)
      throws IOException {
    return new LineSession(path, format, seen, consumer, new SessionSummary(format));
  }

  private void readOpenCode(Path path, SessionConsumer consumer, SessionSummary summary)
      throws IOException {
    OpenCodeStorage storage = OpenCodeStorage.of(path);
    Optional<SessionPlace> place = storage.place();
    SessionFormat format = SessionFormat.OPENCODE;
    SessionRun run =
        run(format, place.orElseGet(() -> SessionPlaces.find(path, format)), consumer, summary);
    if (place.isPresent()) {
      storage.read(place.get(), run);
    } else {
      run.reject(1, "is not the JSON object of a session, or has no valid id");
    }
  }

  private SessionRun run(
      SessionFormat format, SessionPlace place, SessionConsumer consumer, SessionSummary summary) {
    return new SessionRun(SessionReaders.forSession(format, place, seen), consumer, summary);
  }
}
