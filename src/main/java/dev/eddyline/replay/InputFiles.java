package dev.eddyline.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
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
    try (InputStream in = open(file);
        BufferedReader reader =
            new BufferedReader(
                new InputStreamReader(
                    in,
                    StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE)))) {
      long line = 0;
      for (String text = reader.readLine(); text != null; text = reader.readLine()) {
        lineConsumer.acceptLine(file, ++line, text);
      }
    }
  }

  private static InputStream open(String file) throws IOException {
    return file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file));
  }
}
