package dev.eddyline.sessions;

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
    return FormatDetector.detect(path);
  }

  /** Whether a path below a folder may be a session: by its name, or a document by its content. */
  public static boolean isCandidate(Path path) throws IOException {
    String name = String.valueOf(path.getFileName());
    if (name.endsWith(".jsonl")) {
      return Files.isRegularFile(path);
    }
    if (name.endsWith(".json") || name.endsWith(".traj")) {
      boolean isPart = OpenCodeStorage.isPartName(name) || OpenHandsFolder.isEventName(name);
      return !isPart && detect(path).isPresent();
    }
    return Files.isDirectory(path) && detect(path).isPresent();
  }

  /** Whether the records of a format's file are its lines. */
  public static boolean isLines(Path path, SessionFormat format) {
    return switch (format) {
      case CLAUDE_CODE, CODEX -> true;
      case GEMINI_CLI -> !path.toString().endsWith(".json");
      default -> false;
    };
  }

  /**
   * Reads a session; its content never ends the reading.
   *
   * @return what was read; empty when the path is not a session of a known agent
   * @throws IOException when it cannot be read
   */
  public Optional<SessionSummary> read(Path path, SessionConsumer consumer) throws IOException {
    Optional<SessionFormat> format = detect(path);
    if (format.isEmpty()) {
      return Optional.empty();
    }
    SessionSummary summary = new SessionSummary(format.get());
    if (isLines(path, format.get())) {
      try (LineSession lines = new LineSession(path, format.get(), seen, consumer, summary)) {
        lines.readLines(Long.MAX_VALUE);
        lines.readRest();
      }
    } else {
      readRecords(path, format.get(), consumer, summary);
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

  private static void readRecords(
      Path path, SessionFormat format, SessionConsumer consumer, SessionSummary summary)
      throws IOException {
    if (format == SessionFormat.OPENCODE) {
      OpenCodeStorage storage = OpenCodeStorage.of(path);
      Optional<SessionPlace> place = storage.place();
      SessionRun run =
          run(format, place.orElseGet(() -> SessionPlaces.find(path, format)), consumer, summary);
      if (place.isPresent()) {
        storage.read(place.get(), run);
      } else {
        run.reject(1, "is not the JSON object of a session, or has no valid id");
      }
      return;
    }
    SessionRun run = run(format, SessionPlaces.find(path, format), consumer, summary);
    if (format == SessionFormat.OPENHANDS) {
      OpenHandsFolder.read(path, run);
    } else {
      String array = format == SessionFormat.SWE_AGENT ? "trajectory" : "messages";
      DocumentRecords.read(path, array, run);
    }
  }

  private static SessionRun run(
      SessionFormat format, SessionPlace place, SessionConsumer consumer, SessionSummary summary) {
    return new SessionRun(SessionReaders.forRecords(format, place), consumer, summary);
  }
}
