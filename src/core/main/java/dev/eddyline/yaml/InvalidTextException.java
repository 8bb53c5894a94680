package dev.eddyline.yaml;

import java.util.ArrayList;
import java.util.List;

/**
 * A text written by a person is invalid. Number and length of the problems are bounded, so that
 * they fit a record header.
 */
public abstract class InvalidTextException extends RuntimeException {

  /** Maximum listed problems. */
  private static final int MAX_PROBLEMS = 100;

  /** Maximum characters of a problem. */
  private static final int MAX_PROBLEM_CHARS = 500;

  private final String source;
  private final List<String> problems;

  /**
   * Problems of a text from this source (a file, a preset, a record of a topic).
   *
   * @param problems each with its line or path first, if known
   */
  protected InvalidTextException(String place, List<String> problems) {
    super(place + ": " + String.join("; ", boundProblems(problems)));
    this.source = place;
    this.problems = boundProblems(problems);
  }

  private static List<String> boundProblems(List<String> problems) {
    List<String> boundedProblems = new ArrayList<>();
    for (String problem : problems.subList(0, Math.min(problems.size(), MAX_PROBLEMS))) {
      boolean whole = problem.length() <= MAX_PROBLEM_CHARS;
      boundedProblems.add(whole ? problem : problem.substring(0, MAX_PROBLEM_CHARS) + "…");
    }
    if (problems.size() > MAX_PROBLEMS) {
      boundedProblems.add("%d more problems".formatted(problems.size() - MAX_PROBLEMS));
    }
    return List.copyOf(boundedProblems);
  }

  /** The source of the text. */
  public final String source() {
    return source;
  }

  /** The problems; after a hundred, the number of further ones. */
  public final List<String> problems() {
    return problems;
  }
}
