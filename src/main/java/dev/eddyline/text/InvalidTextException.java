package dev.eddyline.text;

import java.util.ArrayList;
import java.util.List;

/**
 * What a person wrote cannot be taken: the problems, as many of them and as much of each as a
 * person reads and a record's header holds, for the text may be a megabyte of them.
 */
public abstract class InvalidTextException extends RuntimeException {

  /** Problems that are told one by one. */
  private static final int MOST = 100;

  /** Characters of one problem. */
  private static final int LONGEST = 500;

  private final String place;
  private final List<String> problems;

  /**
   * What is wrong with what comes from this place (a file, a preset, a topic's record).
   *
   * @param problems each beginning with where it is, its line or its path, if that is known
   */
  protected InvalidTextException(String place, List<String> problems) {
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

  /** Where it stands. */
  public final String place() {
    return place;
  }

  /** The problems; behind a hundred of them, how many more. */
  public final List<String> problems() {
    return problems;
  }
}
