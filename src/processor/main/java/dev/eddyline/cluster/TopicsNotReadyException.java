package dev.eddyline.cluster;

import java.util.List;

/**
 * Thrown when the topics do not allow the processor to start; names each problem and its remedy.
 */
public final class TopicsNotReadyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** Creates the exception with all problems and their remedies. */
  public TopicsNotReadyException(List<String> problems) {
    super("the topics are not ready:\n  " + String.join("\n  ", problems));
    this.problems = List.copyOf(problems);
  }

  /** All problems with their remedies. */
  public List<String> problems() {
    return problems;
  }
}
