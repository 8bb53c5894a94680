package dev.eddyline.topics;

import java.util.List;

/** An invalid topic catalogue; names every problem by its path. */
public final class CatalogueException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  CatalogueException(String source, List<String> problems) {
    super(source + ":\n  " + String.join("\n  ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Each problem: its path in the document, a colon, what is wrong. */
  public List<String> problems() {
    return problems;
  }
}
