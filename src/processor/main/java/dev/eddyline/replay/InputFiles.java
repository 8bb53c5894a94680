package dev.eddyline.replay;

import dev.eddyline.sessions.file.SessionFiles;
import dev.eddyline.sessions.file.SessionOrigin;
import dev.eddyline.sessions.format.SessionConsumer;
import dev.eddyline.sessions.format.SessionFileEvent;
import dev.eddyline.sessions.format.SessionSummary;
import dev.eddyline.yaml.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds and reads the event files of a command: files, folders, or "-". In a folder these are all
 * *.jsonl files, and the sessions of coding agents. A session is read as the lines of its events.
 */
public final class InputFiles {

  private static final String STANDARD_INPUT = "-";
  private static final String ENDING = ".jsonl";

  /** Consumes lines. */
  @FunctionalInterface
  public interface LineConsumer {
    /**
     * Consumes a line.
     *
     * @param file file as the user named it
     * @param line number of the line in the file, from 1
     * @param text the line; bytes that are not UTF-8 are replaced
     */
    void acceptLine(String file, long line, String text);

    /**
     * Consumes a line that is not UTF-8; by default like any other.
     *
     * @param text the line; bytes that are not UTF-8 are replaced
     * @param invalidByte the first byte that is not UTF-8, from 1
     */
    default void acceptInvalidLine(String file, long line, String text, int invalidByte) {
      acceptLine(file, line, text);
    }

    /**
     * Consumes a record of a session that cannot be read; by default nothing happens.
     *
     * @param line number of its line or record, from 1
     * @param reason what is wrong, without text of the record
     */
    default void rejectRecord(String file, long line, String reason) {
      // the summary counts it
    }

    /**
     * Consumes the counts of a session at its end; by default nothing happens.
     *
     * @param file file as the user named it
     */
    default void acceptSummary(String file, SessionSummary summary) {
      // event files have none
    }
  }

  private InputFiles() {}

  /**
   * Expands names to files; files of a folder are in the order of their paths.
   *
   * @throws IOException when one of them cannot be read, or standard input is named twice
   */
  public static List<String> expand(List<String> names) throws IOException {
    if (Collections.frequency(names, STANDARD_INPUT) > 1) {
      throw new IOException("-: standard input can be read only once");
    }
    List<String> files = new ArrayList<>();
    for (String name : names) {
      Path path = Path.of(name);
      if (!name.equals(STANDARD_INPUT) && Files.isDirectory(path)) {
        files.addAll(findFilesBelow(path));
      } else {
        if (!name.equals(STANDARD_INPUT)) {
          requireReadable(path);
        }
        files.add(name);
      }
    }
    return files;
  }

  private static void requireReadable(Path path) throws IOException {
    Optional<String> problem = FileProblem.ofInput(path);
    if (problem.isPresent()) {
      throw new IOException(path + ": " + problem.get());
    }
  }

  private static List<String> findFilesBelow(Path folder) throws IOException {
    List<String> files = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (SessionFiles.isCandidate(path)) {
          files.add(path.toString());
        }
      }
    }
    if (files.isEmpty()) {
      String remedy = SessionFiles.remedy(folder).map(it -> ": " + it).orElse("");
      throw new IOException(
          folder + ": no file named *" + ENDING + " and no session file in this folder" + remedy);
    }
    Collections.sort(files);
    return files;
  }

  /** Reads all files in their order; a record that two sessions share is read once. */
  static void readAll(List<String> files, LineConsumer lineConsumer) throws IOException {
    SessionFiles sessions = new SessionFiles();
    for (String file : files) {
      read(file, sessions, lineConsumer);
    }
  }

  /**
   * Where the session in a file comes from; empty for event files and standard input.
   *
   * @throws IOException when it cannot be read
   */
  public static Optional<SessionOrigin> sessionOrigin(String file) throws IOException {
    return file.equals(STANDARD_INPUT) ? Optional.empty() : SessionFiles.origin(Path.of(file));
  }

  /** Reads every line of a file, including blank lines, or every event of a session. */
  public static void read(String file, LineConsumer lineConsumer) throws IOException {
    read(file, new SessionFiles(), lineConsumer);
  }

  /**
   * The same without the records that these sessions have read before.
   *
   * @throws IOException when it cannot be read
   */
  public static void read(String file, SessionFiles sessions, LineConsumer lineConsumer)
      throws IOException {
    if (!file.equals(STANDARD_INPUT)) {
      Optional<SessionSummary> session =
          sessions.read(Path.of(file), new SessionLines(file, lineConsumer));
      if (session.isPresent()) {
        lineConsumer.acceptSummary(file, session.get());
        return;
      }
      Optional<String> remedy = SessionFiles.remedy(Path.of(file));
      if (remedy.isPresent()) {
        throw new IOException(file + ": " + remedy.get());
      }
    }
    readLines(file, lineConsumer);
  }

  /** Passes on the events of a session as lines. */
  private record SessionLines(String file, LineConsumer lines) implements SessionConsumer {

    @Override
    public void acceptEvent(SessionFileEvent event) {
      lines.acceptLine(file, event.position(), event.toJson());
    }

    @Override
    public void rejectRecord(long position, String reason) {
      lines.rejectRecord(file, position, reason);
    }
  }

  private static void readLines(String file, LineConsumer lineConsumer) throws IOException {
    try (InputStream in = open(file)) {
      LineSplitter lines = new LineSplitter(in);
      for (long line = 1; lines.next(); line++) {
        String text = lines.text();
        // only a replaced byte, or the replacement character itself, looks like one
        int invalidByte = text.indexOf('\uFFFD') < 0 ? 0 : lines.invalidByte();
        if (invalidByte > 0) {
          lineConsumer.acceptInvalidLine(file, line, text, invalidByte);
        } else {
          lineConsumer.acceptLine(file, line, text);
        }
      }
    }
  }

  private static InputStream open(String file) throws IOException {
    return file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file));
  }
}
