package dev.eddyline.text;

import java.util.ArrayList;
import java.util.List;

/**
 * A text written by a person is invalid. Number and length of the problems are bounded, so that
 * they fit a record header.
 */
public abstract class InvalidTextException extends RuntimeException {

  /** Maximum listed problems. */
  private static final int MOST = 100;

  /** Maximum characters of a problem. */
  private static final int LONGEST = 500;

  private final String place;
  private final List<String> problems;

  /**
   * Problems of a text from this source (a file, a preset, a record of a topic).
   *
   * @param problems each with its line or path first, if known
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

  /** The source of the text. */
  public final String place() {
    return place;
  }

  /** The problems; after a hundred, the number of further ones. */
  public final List<String> problems() {
    return problems;
  }
}
