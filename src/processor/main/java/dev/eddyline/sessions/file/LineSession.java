package dev.eddyline.sessions.file;

import dev.eddyline.sessions.format.InvalidRecordException;
import dev.eddyline.sessions.format.SeenRecords;
import dev.eddyline.sessions.format.SessionConsumer;
import dev.eddyline.sessions.format.SessionFileEvent;
import dev.eddyline.sessions.format.SessionFormat;
import dev.eddyline.sessions.format.SessionReader;
import dev.eddyline.sessions.format.SessionReaders;
import dev.eddyline.sessions.format.SessionSummary;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** A session whose records are the lines of a file, read as far as the file has been written. */
public final class LineSession implements Closeable {

  private static final String INCOMPLETE = "the last line is incomplete";

  private final LineScanner lines;
  private final SessionRun run;
  private boolean isRebuilding;

  LineSession(
      Path file,
      SessionFormat format,
      SeenRecords seen,
      SessionConsumer consumer,
      SessionSummary summary)
      throws IOException {
    SessionConsumer unlessRebuilding =
        new SessionConsumer() {
          @Override
          public void acceptEvent(SessionFileEvent event) {
            if (!isRebuilding) {
              consumer.acceptEvent(event);
            }
          }

          @Override
          public void rejectRecord(long position, String reason) {
            if (!isRebuilding) {
              consumer.rejectRecord(position, reason);
            }
          }
        };
    SeenRecords unlessRebuilt =
        new SeenRecords() {
          @Override
          public boolean add(String id) {
            return seen.add(id) || isRebuilding;
          }

          @Override
          public boolean contains(String id) {
            return seen.contains(id);
          }
        };
    SessionReader reader =
        SessionReaders.forSession(format, SessionPlaces.find(file, format), unlessRebuilt);
    this.run = new SessionRun(reader, unlessRebuilding, summary);
    this.lines = new LineScanner(file);
  }

  /**
   * Reads complete lines, and passes on all their events.
   *
   * @param maxLines how many lines at most
   * @return whether more complete lines may follow
   */
  public boolean readLines(long maxLines) throws IOException {
    long read = 0;
    while (read < maxLines && lines.next()) {
      read++;
      readLine();
    }
    run.flush();
    return read == maxLines;
  }

  /**
   * Rebuilds the state of the session from its start, without passing on events.
   *
   * @param offset where to stop: the start of a line
   */
  public void rebuildUntil(long offset) throws IOException {
    isRebuilding = true;
    while (lines.offset() < offset && lines.next()) {
      readLine();
    }
    run.flush();
    isRebuilding = false;
  }

  /** Reads the whole file; one whose compression is damaged as far as possible. */
  void readAll() throws IOException {
    try {
      readLines(Long.MAX_VALUE);
      readRest();
    } catch (EOFException | ZipException damaged) {
      run.reject(lines.lines() + 1, SessionInput.problem(damaged));
      run.flush();
    }
  }

  /** Reads a last line without an end, which may be complete or half-written. */
  private void readRest() {
    if (lines.length() > 0) {
      try {
        run.readRecord(lines.lines() + 1, RecordJson.parseObject(lines.bytes(), lines.length()));
      } catch (InvalidRecordException halfWritten) {
        run.reject(lines.lines() + 1, INCOMPLETE);
      }
      run.flush();
    }
  }

  private void readLine() {
    if (lines.isTooLong()) {
      run.reject(lines.lines(), RecordJson.tooLong().getMessage());
      return;
    }
    if (isBlank()) {
      return;
    }
    try {
      run.readRecord(lines.lines(), RecordJson.parseObject(lines.bytes(), lines.length()));
    } catch (InvalidRecordException invalid) {
      run.reject(lines.lines(), invalid.getMessage());
    }
  }

  private boolean isBlank() {
    for (int i = 0; i < lines.length(); i++) {
      if (lines.bytes()[i] > ' ') {
        return false;
      }
    }
    return true;
  }

  /** Offset behind the last line that was read, in bytes. */
  public long offset() {
    return lines.offset();
  }

  /** The first bytes of the file, or fewer if it is shorter. */
  public byte[] readStart(int length) throws IOException {
    return lines.readStart(length);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
