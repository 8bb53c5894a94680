package dev.eddyline.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Finds and reads the event files of a command: files, folders (all *.jsonl below), or "-". */
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
  }

  private InputFiles() {}

  /**
   * Expands names to files; files of a folder are in the order of their paths.
   *
   * @throws IOException when one of them does not exist, or standard input is named twice
   */
  public static List<String> expand(List<String> names) throws IOException {
    if (Collections.frequency(names, STANDARD_INPUT) > 1) {
      throw new IOException("-: standard input can be read only once");
    }
    List<String> files = new ArrayList<>();
    for (String name : names) {
      Path path = Path.of(name);
      if (!name.equals(STANDARD_INPUT) && Files.isDirectory(path)) {
        files.addAll(findJsonlFilesBelow(path));
      } else if (name.equals(STANDARD_INPUT) || Files.isReadable(path)) {
        files.add(name);
      } else {
        throw new IOException(name + ": no such file or folder, or it cannot be read");
      }
    }
    return files;
  }

  private static List<String> findJsonlFilesBelow(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      List<String> files =
          paths
              .filter(path -> path.toString().endsWith(ENDING) && Files.isRegularFile(path))
              .map(Path::toString)
              .sorted()
              .toList();
      if (files.isEmpty()) {
        throw new IOException(folder + ": no file named *" + ENDING + " in this folder");
      }
      return files;
    }
  }

  /** Reads every line of a file, including blank lines. */
  public static void read(String file, LineConsumer lineConsumer) throws IOException {
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
