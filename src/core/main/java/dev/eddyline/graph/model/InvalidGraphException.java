package dev.eddyline.graph.model;

import dev.eddyline.yaml.InvalidTextException;
import java.util.List;

/** Thrown for a graph that is not valid. */
public final class InvalidGraphException extends InvalidTextException {

  /** An exception with all problems; each begins with its line, if any. */
  public InvalidGraphException(String place, List<String> problems) {
    super(place, problems);
  }
}
