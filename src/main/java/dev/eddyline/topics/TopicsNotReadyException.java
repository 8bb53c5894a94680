package dev.eddyline.topics;

import java.util.List;

/** The topics are not such that the processor may start; names each problem and its remedy. */
public final class TopicsNotReadyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** Says this of them, each problem with what to do about it. */
  public TopicsNotReadyException(List<String> problems) {
    super("the topics are not ready:\n  " + String.join("\n  ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Each problem with what to do about it. */
  public List<String> problems() {
    return problems;
  }
}
