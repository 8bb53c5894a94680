package dev.eddyline.importer;

import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.format.SessionFileEvent;
import dev.eddyline.sessions.format.SessionFormat;
import dev.eddyline.text.Hash;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A followed session whose files are rewritten: it is read as a whole when it has changed, and the
 * state has the ids of its accepted events. A record that cannot be read may be half-written.
 */
final class FollowedRecords implements FollowedSession {

  /** A session that has not changed for long is examined less often. */
  private static final int AGE_PER_PAUSE = 20;

  /** A session that takes long to read is examined less often. */
  private static final int PAUSE_PER_READ = 5;

  private static final long LONGEST_PAUSE_MS = 60_000;

  private final Path path;
  private final SessionFormat format;
  private final FollowState state;
  private final Set<String> unaccepted = new LinkedHashSet<>();
  private long version;
  private boolean isRead;
  private long readNanos;
  private long changedAt = System.nanoTime();
  private long examinedAt = changedAt;

  FollowedRecords(Path path, SessionFormat format, FollowState state) {
    this.path = path;
    this.format = format;
    this.state = state;
  }

  @Override
  public boolean readNext(ImportQueue queue) throws IOException {
    long now = System.nanoTime();
    long pause =
        Math.min(
            Math.max((now - changedAt) / AGE_PER_PAUSE, readNanos * PAUSE_PER_READ),
            LONGEST_PAUSE_MS * 1_000_000);
    if (isRead && now - examinedAt < pause) {
      return false;
    }
    examinedAt = now;
    long current = SessionFiles.version(path, format);
    if (isRead && current == version) {
      return false;
    }
    isRead = true;
    version = current;
    changedAt = now;
    new SessionFiles().read(path, event -> addIfNew(queue, event));
    readNanos = System.nanoTime() - now;
    return false;
  }

  private void addIfNew(ImportQueue queue, SessionFileEvent event) {
    String id = HexFormat.of().toHexDigits(Hash.of(event.event().getEventId()));
    if (!state.isAccepted(path, id) && unaccepted.add(id)) {
      queue.add(path.toString(), event);
    }
  }

  @Override
  public void commit() {
    state.addAccepted(path, unaccepted);
    unaccepted.clear();
  }

  @Override
  public void close() {
    // nothing is open between reads
  }
}
