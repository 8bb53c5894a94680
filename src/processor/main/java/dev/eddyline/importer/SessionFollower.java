package dev.eddyline.importer;

import dev.eddyline.cluster.ClusterUnreachableException;
import dev.eddyline.registry.RegistryUnavailableException;
import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.format.SessionFormat;
import dev.eddyline.yaml.FileProblem;
import dev.eddyline.yaml.Printable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Imports sessions as they grow, until the thread is interrupted. The state advances only after the
 * target has accepted the events, so that a restart loses none; what it publishes again has the
 * same ids.
 */
public final class SessionFollower {

  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** Least time between two writes of the state, while there is much to read. */
  private static final Duration BETWEEN_SAVES = Duration.ofSeconds(1);

  private final List<Path> roots;
  private final FollowState state;
  private final ImportQueue queue;
  private final PrintWriter problems;
  private final SessionFiles sessions = new SessionFiles();
  private final OpenFiles openFiles = new OpenFiles();
  private final Map<Path, FollowedSession> followed = new TreeMap<>();

  /** What else was found, until it changes. */
  private final Map<Path, FileVersion> otherFiles = new HashMap<>();

  /** Files and folders that may not be read. */
  private final Set<Path> unreadable = new HashSet<>();

  /** Sessions with events that were not yet accepted. */
  private final Set<FollowedSession> uncommitted = new LinkedHashSet<>();

  private long savedAt = System.nanoTime();

  /**
   * A follower of files and folders.
   *
   * @param stateFile where the state is stored
   * @param problems where problems are printed, one line each
   * @throws IOException when the state cannot be read
   */
  public SessionFollower(List<Path> roots, Path stateFile, ImportQueue queue, PrintWriter problems)
      throws IOException {
    this.roots = roots.stream().map(root -> root.toAbsolutePath().normalize()).toList();
    this.state = FollowState.load(stateFile);
    this.queue = queue;
    this.problems = problems;
  }

  /** Imports until the thread is interrupted. */
  public void run() throws IOException {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        poll();
        TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
      }
    } catch (InterruptedException | ImportStoppedException stopped) {
      Thread.currentThread().interrupt();
    } finally {
      // an interrupted thread cannot write files
      boolean isInterrupted = Thread.interrupted();
      state.save();
      for (FollowedSession session : followed.values()) {
        session.close();
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Imports what is new now. */
  void poll() throws IOException {
    for (Path root : roots) {
      findSessions(root);
    }
    for (Map.Entry<Path, FollowedSession> session : followed.entrySet()) {
      try {
        readAll(session.getValue());
      } catch (ClosedByInterruptException stopped) {
        Thread.currentThread().interrupt();
        return;
      } catch (IOException unreadable) {
        print("%s cannot be read: %s".formatted(session.getKey(), FileProblem.reason(unreadable)));
      }
    }
    publishAndCommit();
    state.save();
  }

  private void readAll(FollowedSession session) throws IOException {
    boolean isMore = true;
    while (isMore && !Thread.currentThread().isInterrupted()) {
      uncommitted.add(session);
      isMore = session.readNext(queue);
      if (queue.isFull()) {
        publishAndCommit();
      }
    }
  }

  private void publishAndCommit() throws IOException {
    Duration pause = PAUSE;
    while (true) {
      try {
        queue.publish();
        break;
      } catch (ClusterUnreachableException | RegistryUnavailableException unavailable) {
        print(unavailable.getMessage() + "; the import continues when it is available");
        sleep(pause);
        pause =
            pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                ? pause.multipliedBy(2)
                : LONGEST_PAUSE;
      }
    }
    for (FollowedSession session : uncommitted) {
      session.commit();
    }
    uncommitted.clear();
    if (System.nanoTime() - savedAt > BETWEEN_SAVES.toNanos()) {
      state.save();
      savedAt = System.nanoTime();
    }
  }

  private static void sleep(Duration pause) {
    try {
      TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new ImportStoppedException(stopped);
    }
  }

  private void findSessions(Path root) throws IOException {
    List<Path> paths = new ArrayList<>();
    if (Files.isDirectory(root)) {
      Files.walkFileTree(root, new Visitor(paths));
    } else {
      paths.add(root);
    }
    for (Path path : paths) {
      if (!followed.containsKey(path) && !unreadable.contains(path)) {
        try {
          addIfSession(path);
        } catch (AccessDeniedException denied) {
          reportUnreadable(path);
        }
      }
    }
  }

  /** Lists what can be read; it ignores a path that was deleted meanwhile. */
  private final class Visitor extends SimpleFileVisitor<Path> {
    private final List<Path> paths;

    private Visitor(List<Path> paths) {
      this.paths = paths;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      paths.add(folder);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      paths.add(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path path, IOException failed) {
      if (!(failed instanceof NoSuchFileException)) {
        reportUnreadable(path);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failed) {
      return FileVisitResult.CONTINUE;
    }
  }

  private void reportUnreadable(Path path) {
    if (unreadable.add(path)) {
      print(path + " cannot be read: it is left out until the next start");
    }
  }

  private void addIfSession(Path path) throws IOException {
    boolean isFolder = Files.isDirectory(path);
    FileVersion version = FileVersion.of(path);
    if (!isFolder && version.equals(otherFiles.get(path))) {
      return;
    }
    Optional<SessionFormat> format =
        roots.contains(path) || SessionFiles.isCandidate(path)
            ? SessionFiles.detect(path)
            : Optional.empty();
    if (format.isPresent()) {
      otherFiles.remove(path);
      followed.put(
          path,
          SessionFiles.isGrowing(path)
              ? new FollowedLines(sessions, path, format.get(), state, openFiles)
              : new FollowedRecords(path, format.get(), state));
    } else if (!isFolder) {
      otherFiles.put(path, version);
    }
  }

  private void print(String problem) {
    problems.println(Printable.escape("eddyline: " + problem));
    problems.flush();
  }
}
