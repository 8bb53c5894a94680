package dev.eddyline.importer;

import dev.eddyline.sessions.file.SessionCounts;
import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.format.SessionSummary;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Imports sessions as they are now. */
public final class SessionImport {

  private final ImportQueue queue;
  private final SessionFiles sessions = new SessionFiles();
  private final SessionCounts counts = new SessionCounts();

  /** An import into this queue. */
  public SessionImport(ImportQueue queue) {
    this.queue = queue;
  }

  /**
   * Imports files and folders.
   *
   * @throws IOException when one of them cannot be read, or has no session of a known agent
   */
  public void run(List<Path> paths) throws IOException {
    for (Path path : paths) {
      Optional<String> problem = FileProblem.ofInputOrFolder(path);
      if (problem.isPresent()) {
        throw new IOException(path + ": " + problem.get());
      }
    }
    for (Path path : paths) {
      boolean isFound = false;
      for (Path session : candidates(path)) {
        isFound |= read(session);
      }
      if (!isFound) {
        String remedy = SessionFiles.remedy(path).map(it -> ": " + it).orElse("");
        throw new IOException(path + ": no session of a known coding agent" + remedy);
      }
    }
    queue.publish();
  }

  private boolean read(Path session) throws IOException {
    Optional<SessionSummary> summary = sessions.read(session, queue.consumerOf(session.toString()));
    summary.ifPresent(counts::add);
    return summary.isPresent();
  }

  /** The path itself, or what may be a session below a folder, in the order of paths. */
  static List<Path> candidates(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    List<Path> candidates = new ArrayList<>();
    try (Stream<Path> below = Files.walk(path)) {
      for (Path file : (Iterable<Path>) below::iterator) {
        if (SessionFiles.isCandidate(file)) {
          candidates.add(file);
        }
      }
    }
    candidates.sort(null);
    return candidates;
  }

  /** Counts of the sessions, by format. */
  public SessionCounts counts() {
    return counts;
  }
}
