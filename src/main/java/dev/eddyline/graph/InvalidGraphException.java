package dev.eddyline.graph;

import java.util.ArrayList;
import java.util.List;

/** A graph that cannot be taken: its problems, as many as a person reads, each with its line. */
public final class InvalidGraphException extends RuntimeException {

  /** Problems that are told one by one. */
  private static final int MOST = 100;

  /** Characters of one problem. */
  private static final int LONGEST = 500;

  private final String place;
  private final List<String> problems;

  /**
   * What is wrong with the graph from this place (a file, a topic's record).
   *
   * @param problems each beginning with its line where it has one
   */
  public InvalidGraphException(String place, List<String> problems) {
    super(place + ": " + String.join("; ", told(problems)));
    this.place = place;
    this.problems = told(problems);
  }

  private static List<String> told(List<String> problems) {
    List<String> told = new ArrayList<>();
    for (String problem : problems.subList(0, Math.min(problems.size(), MOST))) {
      boolean whole = problem.length() <= LONGEST;
      told.add(whole ? problem : problem.substring(0, LONGEST) + "…");
    }
    if (problems.size() > MOST) {
      told.add("%d more problems".formatted(problems.size() - MOST));
    }
    return List.copyOf(told);
  }

  /** Where the graph stands. */
  public String place() {
    return place;
  }

  /** The problems; behind a hundred of them, how many more. */
  public List<String> problems() {
    return problems;
  }
}
