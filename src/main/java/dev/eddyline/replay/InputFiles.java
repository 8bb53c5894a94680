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

/** The files that a command reads events from: files, folders (all *.jsonl below), or "-". */
public final class InputFiles {

  private static final String STANDARD_INPUT = "-";
  private static final String ENDING = ".jsonl";

  /** Takes one line. */
  @FunctionalInterface
  public interface LineTaker {
    /**
     * Takes a line.
     *
     * @param file file as the user named it
     * @param line number of the line in the file, from 1
     * @param text the line; what is not UTF-8 in it is replaced
     */
    void take(String file, long line, String text);
  }

  private InputFiles() {}

  /**
   * The files that the names stand for, folders in the order of their paths.
   *
   * @throws IOException when one of them is not there, or standard input is named twice
   */
  public static List<String> expand(List<String> names) throws IOException {
    if (Collections.frequency(names, STANDARD_INPUT) > 1) {
      throw new IOException("-: standard input can be read only once");
    }
    List<String> files = new ArrayList<>();
    for (String name : names) {
      Path path = Path.of(name);
      if (!name.equals(STANDARD_INPUT) && Files.isDirectory(path)) {
        files.addAll(within(path));
      } else if (name.equals(STANDARD_INPUT) || Files.isReadable(path)) {
        files.add(name);
      } else {
        throw new IOException(name + ": no such file or folder, or it cannot be read");
      }
    }
    return files;
  }

  private static List<String> within(Path folder) throws IOException {
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

  /** Hands on every line of a file, blank ones too. */
  public static void read(String file, LineTaker taker) throws IOException {
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
        taker.take(file, ++line, text);
      }
    }
  }

  private static InputStream open(String file) throws IOException {
    return file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(Path.of(file));
  }
}
