package dev.eddyline.json;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A line is not a valid event. Lists all problems, without texts of the event.
 *
 * <p>It has no cause, since the JSON parser's exceptions quote their input. It has no stack trace,
 * so that many invalid lines are cheap.
 */
public final class InvalidEventException extends Exception {
  private static final long serialVersionUID = 1L;

  /** From the first to the last quotation mark: what is quoted may contain one. */
  private static final Pattern QUOTE = Pattern.compile(" '.*'", Pattern.DOTALL);

  private final List<String> problems;

  /** Creates an exception with at least one problem. */
  public InvalidEventException(List<String> problems) {
    super(String.join("; ", problems), null, false, false);
    if (problems.isEmpty()) {
      throw new IllegalArgumentException("An invalid event has at least one problem");
    }
    this.problems = List.copyOf(problems);
  }

  /** The message without the names and symbols that it quotes, for logs and dead letters. */
  public String messageWithoutQuotes() {
    return problems.stream()
        .map(problem -> QUOTE.matcher(problem).replaceFirst(""))
        .collect(Collectors.joining("; "));
  }

  /** All problems of the line, in schema order, one sentence each. */
  public List<String> problems() {
    return problems;
  }
}
