package dev.eddyline.policy;

import java.util.List;

/** A policy that cannot be taken: every problem with its path. */
public final class InvalidPolicyException extends RuntimeException {

  private final String place;
  private final List<String> problems;

  /** What is wrong with the policy from this place (a file, a preset, a topic's record). */
  public InvalidPolicyException(String place, List<String> problems) {
    super(place + ": " + String.join("; ", problems));
    this.place = place;
    this.problems = List.copyOf(problems);
  }

  /** Where the policy stands. */
  public String place() {
    return place;
  }

  /** The problems, each beginning with its path. */
  public List<String> problems() {
    return problems;
  }
}
