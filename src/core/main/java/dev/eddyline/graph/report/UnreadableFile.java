package dev.eddyline.graph.report;

import java.util.List;

/**
 * A file that could not be read as a graph.
 *
 * @param file the file
 * @param problems what is wrong with it, each with its line where it has one
 */
public record UnreadableFile(String file, List<String> problems) {

  /** Copies the list. */
  public UnreadableFile {
    problems = List.copyOf(problems);
  }
}
