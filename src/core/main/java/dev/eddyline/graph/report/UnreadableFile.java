package dev.eddyline.graph.report;

import java.util.List;
import java.util.stream.Stream;

/**
 * A file that could not be read as a graph.
 *
 * @param file the file
 * @param problems what is wrong with it, each with its line where it has one
 */
public record UnreadableFile(String file, List<String> problems) {

  private static final int MAX_PROBLEMS = 20;

  /** Copies the list, and cuts a long one. */
  public UnreadableFile {
    int more = problems.size() - MAX_PROBLEMS;
    problems =
        more <= 0
            ? List.copyOf(problems)
            : Stream.concat(
                    problems.stream().limit(MAX_PROBLEMS),
                    Stream.of("and %d more problems".formatted(more)))
                .toList();
  }
}
