package dev.eddyline.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * A policy that cannot be taken: the problems with their paths, as many of them and as much of each
 * as a person reads and a record's header holds, for the policy may be a megabyte of them.
 */
public final class InvalidPolicyException extends RuntimeException {

  /** Problems that are told one by one. */
  private static final int MOST = 100;

  /** Characters of one problem. */
  private static final int LONGEST = 500;

  private final String place;
  private final List<String> problems;

  /** What is wrong with the policy from this place (a file, a preset, a topic's record). */
  public InvalidPolicyException(String place, List<String> problems) {
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
      told.add("policy: %d more problems".formatted(problems.size() - MOST));
    }
    return List.copyOf(told);
  }

  /** Where the policy stands. */
  public String place() {
    return place;
  }

  /** The problems, each beginning with its path; behind a hundred of them, how many more. */
  public List<String> problems() {
    return problems;
  }
}
