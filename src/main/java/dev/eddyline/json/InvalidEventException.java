package dev.eddyline.json;

import java.util.List;

/**
 * A line that is no event: everything that is wrong with it, without the event's own text.
 *
 * <p>It has no cause on purpose: the JSON parser's exceptions quote what they read. It has no stack
 * trace either: whoever sends many wrong lines would pay little for much work.
 */
public final class InvalidEventException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /** Exception that names the problems, at least one. */
  public InvalidEventException(List<String> problems) {
    super(String.join("; ", problems), null, false, false);
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("An invalid event has at least one problem");
    }
    this.problems = List.copyOf(problems);
  }

  /** All problems of the line, in the order of the schema; each is one sentence. */
  public List<String> problems() {
    return problems;
  }
}
