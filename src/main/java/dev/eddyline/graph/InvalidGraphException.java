package dev.eddyline.graph;

import dev.eddyline.text.InvalidTextException;
import java.util.List;

/** A graph that cannot be taken. */
public final class InvalidGraphException extends InvalidTextException {

  /** What is wrong with the graph from this place; each problem begins with its line, if any. */
  public InvalidGraphException(String place, List<String> problems) {
    super(place, problems);
  }
}
