package dev.eddyline.importer;

import dev.eddyline.sessions.file.LineSession;
import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.format.SessionConsumer;
import dev.eddyline.sessions.format.SessionFileEvent;
import dev.eddyline.sessions.format.SessionFormat;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A followed file of lines. A file that was replaced or truncated is read from its start; the rest
 * of a file that was renamed is read first. The first bytes and the identity of the file show which
 * of these happened.
 */
final class FollowedLines implements FollowedSession {

  private static final int LINES_AT_A_TIME = 200;

  private final SessionFiles sessions;
  private final Path path;
  private final SessionFormat format;
  private final FollowState state;
  private final OpenFiles openFiles;
  private LineSession open;
  private Optional<LinePosition> position = Optional.empty();
  private FileVersion last = FileVersion.NONE;
  private boolean wasOpen;

  /** Whether the former file of this name was read to its end. */
  private boolean isReadToEnd;

  FollowedLines(
      SessionFiles sessions,
      Path path,
      SessionFormat format,
      FollowState state,
      OpenFiles openFiles) {
    this.openFiles = openFiles;
    this.sessions = sessions;
    this.path = path;
    this.format = format;
    this.state = state;
  }

  @Override
  public boolean readNext(ImportQueue queue) throws IOException {
    FileVersion now = FileVersion.of(path);
    if (open != null && !now.fileKey().equals(position.orElseThrow().fileKey())) {
      // the name belongs to another file, or to none: first the rest of the former one
      if (readLines()) {
        return true;
      }
      close();
      isReadToEnd = true;
    }
    if (now.equals(FileVersion.NONE)) {
      return false;
    }
    if (now.equals(last)) {
      return false;
    }
    if (open != null && (now.size() < open.offset() || !position.orElseThrow().isStartOf(open))) {
      close();
    }
    if (open == null) {
      openFile(queue, now);
    }
    openFiles.add(this);
    boolean isMore = readLines();
    if (!isMore) {
      last = now;
    }
    return isMore;
  }

  private boolean readLines() throws IOException {
    boolean isMore = open.readLines(LINES_AT_A_TIME);
    position = Optional.of(position.orElseThrow().advance(open));
    return isMore;
  }

  /** Opens the file where it was read to; what was written before is only context. */
  private void openFile(ImportQueue queue, FileVersion now) throws IOException {
    if (!wasOpen) {
      position = state.position(path, now.fileKey());
    }
    open = sessions.open(path, format, consumer(queue));
    if (position.isPresent()) {
      LinePosition before = position.get();
      if (now.size() >= before.offset() && before.isStartOf(open)) {
        open.rebuildUntil(before.offset());
      } else if (!isReadToEnd && !before.fileKey().equals(now.fileKey())) {
        readRestOfRenamed(queue, before);
      }
    }
    wasOpen = true;
    isReadToEnd = false;
    position = Optional.of(LinePosition.of(open, now.fileKey()));
  }

  private SessionConsumer consumer(ImportQueue queue) {
    return new SessionConsumer() {
      @Override
      public void acceptEvent(SessionFileEvent event) {
        queue.add(path.toString(), event);
      }

      @Override
      public void rejectRecord(long record, String reason) {
        queue.reportProblem(path.toString(), record, reason);
      }
    };
  }

  /** Reads the rest of a file that was renamed within its folder while it was not open. */
  private void readRestOfRenamed(ImportQueue queue, LinePosition before) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(path.toAbsolutePath().getParent())) {
      for (Path file : files) {
        FileVersion version = FileVersion.of(file);
        boolean isCandidate =
            version.fileKey().equals(before.fileKey()) && version.size() >= before.offset();
        if (isCandidate && !before.fileKey().isEmpty()) {
          readRest(file, queue, before);
        }
      }
    }
  }

  private void readRest(Path renamed, ImportQueue queue, LinePosition before) throws IOException {
    try (LineSession file = sessions.open(renamed, format, consumer(queue))) {
      if (before.isStartOf(file)) {
        file.rebuildUntil(before.offset());
        file.readLines(Long.MAX_VALUE);
      }
    }
  }

  @Override
  public void commit() {
    if (wasOpen) {
      state.setPosition(path, position.orElseThrow());
    }
  }

  @Override
  public void close() throws IOException {
    if (open != null) {
      open.close();
      open = null;
    }
  }
}
